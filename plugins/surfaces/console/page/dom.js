/** Elements as plain calls. Text is always text: nothing that an answer holds can become markup. */

/** @typedef {Node | string | number | null | undefined | false | readonly Child[]} Child */
/** @typedef {Readonly<Record<string, unknown>>} Attributes */

/** @param {Element} element @param {Attributes} attributes @param {readonly Child[]} children */
const fill = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value))
    else element.setAttribute(name, value === true ? '' : String(value))
  }
  add(element, children)
  return element
}

/** @param {Node} parent @param {readonly Child[]} children */
const add = (parent, children) => {
  for (const child of children) {
    if (Array.isArray(child)) add(parent, child)
    else if (child instanceof Node) parent.appendChild(child)
    else if (child !== null && child !== undefined && child !== false)
      parent.appendChild(document.createTextNode(String(child)))
  }
}

/**
 * An HTML element. `onclick` and its like are listeners, `true` is a bare attribute, null and false are none.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Attributes} [attributes] @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export const h = (tag, attributes = {}, ...children) =>
  /** @type {any} */ (fill(document.createElement(tag), attributes, children))

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Attributes} [attributes] @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export const s = (tag, attributes = {}, ...children) =>
  /** @type {any} */ (fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children))

/**
 * A picture with words for those who do not see it. @param {string} label @param {Attributes} attributes @param
 * {...Child} children
 */
export const picture = (label, attributes, ...children) =>
  s('svg', { role: 'img', 'aria-label': label, ...attributes }, ...children)

/** @param {Element} element @param {...Child} children */
export const replace = (element, ...children) => {
  element.replaceChildren()
  add(element, children)
}

let counted = 0
/** An id that no other element of the page has. @param {string} stem */
export const newId = (stem) => `${stem}-${++counted}`

/** @param {string} selector @returns {HTMLElement} */
export const at = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector))

/** A button that copies `text()` and says so. @param {() => string} text @param {string} [label] */
export const copyButton = (text, label = 'Copy') => {
  const button = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(text())
          button.textContent = 'Copied'
        } catch {
          button.textContent = 'Select and copy by hand'
        }
        setTimeout(() => {
          button.textContent = label
        }, 2000)
      },
    },
    label,
  )
  return button
}
