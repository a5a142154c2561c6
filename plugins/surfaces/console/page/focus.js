/** Keeps the keyboard's place where what has it is replaced. */

/** @param {HTMLElement} element */
const focusOn = (element) => {
  if (element.tabIndex < 0) element.setAttribute('tabindex', '-1')
  element.focus({ preventScroll: true })
}

/** Whether the focus is on none of the page's elements, as after its own was removed. */
export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

/**
 * Moves the focus to what has come, unless the reader went elsewhere while waiting.
 * @param {HTMLElement | null} to @param {...Element} from where the reader waited
 */
export const handOver = (to, ...from) => {
  if (to && (isFocusLost() || from.some((element) => element.contains(document.activeElement)))) focusOn(to)
}
