/** Creates elements. Text becomes text nodes only: an answer can never inject markup. */

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
 * An HTML element. Attributes such as `onclick` are listeners, `true` is a bare attribute, null and false are omitted.
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
 * An SVG picture with a label for screen readers.
 * @param {string} label
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export const picture = (label, attributes, ...children) =>
  s('svg', { role: 'img', 'aria-label': label, ...attributes }, ...children)

/** @param {Element} element @param {...Child} children */
export const replace = (element, ...children) => {
  element.replaceChildren()
  add(element, children)
}

let counted = 0
/** A unique element id. @param {string} stem */
export const newId = (stem) => `${stem}-${++counted}`

/** @param {string} selector @returns {HTMLElement} */
export const at = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector))

/** A button that copies `text()` and confirms it. @param {() => string} text @param {string} [label] */
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
