/** Packs cards of unequal height without holes: each spans thin grid rows according to its height. */

const thin = 4,
  gap = 16

/** @param {HTMLElement} grid @returns {HTMLElement} the same */
export const packed = (grid) => {
  const cards = /** @type {HTMLElement[]} */ ([...grid.children])
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const card = /** @type {HTMLElement} */ (target)
      if (card.offsetHeight > 0) card.style.gridRowEnd = `span ${Math.ceil((card.offsetHeight + gap) / thin)}`
    }
  })
  for (const card of cards) sizes.observe(card)
  return grid
}
