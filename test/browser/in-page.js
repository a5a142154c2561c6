/** What runs inside the page. Each stands alone: it is sent there as text. */

/**
 * What assistive technology would stumble over: controls and pictures without names, ids given twice, headings that
 * skip a level.
 */
export const faults = () => {
  const shown = (/** @type {Element} */ element) =>
    element.checkVisibility() && !element.closest('[aria-hidden="true"]')
  const isNamed = (/** @type {Element} */ element) => {
    const by = element
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join('')
    const labels = [...(/** @type {HTMLInputElement} */ (element).labels ?? [])]
      .map(({ textContent }) => textContent)
      .join('')
    return [element.getAttribute('aria-label'), by, labels, element.textContent].some(
      (text) => (text ?? '').trim() !== '',
    )
  }
  const found = [
    ...document.querySelectorAll(
      'button, a[href], input, select, textarea, [role="img"], [role="tab"], [role="tabpanel"], [role="region"], dialog[open], nav',
    ),
  ]
    .filter((element) => shown(element) && !isNamed(element))
    .map((element) => `no name: ${element.outerHTML.slice(0, 120)}`)
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  found.push(...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `id twice: ${id}`))
  for (const attribute of ['aria-controls', 'aria-describedby', 'aria-labelledby', 'for']) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      for (const id of (element.getAttribute(attribute) ?? '').split(' '))
        if (!document.getElementById(id) && !element.matches('dialog')) found.push(`${attribute} points nowhere: ${id}`)
    }
  }
  let level = 0
  for (const heading of [...document.querySelectorAll('h1, h2, h3, h4')].filter(shown)) {
    const now = Number(heading.tagName[1])
    if (now > level + 1) found.push(`heading skips from ${level} to ${now}: ${heading.textContent}`)
    level = now
  }
  return found
}

/** The least contrast of text on what lies behind it, as the guidelines count it, with the text. */
export const leastContrast = () => {
  const canvas = /** @type {CanvasRenderingContext2D} */ (
    document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  )
  const rgba = (/** @type {string} */ colour) => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  const share = [0.2126, 0.7152, 0.0722, 0]
  const light = (/** @type {number[]} */ colour) =>
    colour
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, i) => sum + part * (share[i] ?? 0), 0)
  const behind = (/** @type {Element | null} */ element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor)
      if (colour[3] === 255) return colour
    }
    return [255, 255, 255, 255]
  }
  let least = { ratio: 21, text: '' }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement,
      text = (walker.currentNode.textContent ?? '').trim()
    if (
      !element ||
      text === '' ||
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.closest('svg, .unseen, .skip, :disabled')
    )
      continue
    const one = light(rgba(getComputedStyle(element).color)),
      other = light(behind(element))
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    if (ratio < least.ratio) least = { ratio, text }
  }
  return least
}

/** Whether a button says how long it waits, and does nothing until then. */
export const countsDown = () =>
  [...document.querySelectorAll('.problem button[aria-disabled="true"]')].some(({ textContent }) =>
    /^Try again in \d s$/.test(textContent ?? ''),
  )

/** When what follows the size of the window has followed it. */
export const settled = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))))

/** Pixels that the page is wider than the window. */
export const overflow = () => document.documentElement.scrollWidth - innerWidth
export const paper = () => getComputedStyle(document.body).backgroundColor
export const focused = () =>
  document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute('aria-label') || ''
export const focusOutline = () => getComputedStyle(document.activeElement ?? document.body).outlineStyle
export const openAll = () => {
  for (const details of document.querySelectorAll('details')) details.open = true
}
/** How many of these can be seen. @param {string} selector */
export const visible = (selector) =>
  [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length
/** @param {string} hash */
export const goTo = (hash) => {
  location.hash = hash
}
/** @param {string} key */
export const keepKey = (key) => sessionStorage.setItem('domesday.key', key)
/** @param {Element[]} elements */
export const remove = (elements) => {
  for (const element of elements) element.remove()
}

/** Below the head of the page, which stays in sight. @param {Element} element */
export const toTop = (element) => element.scrollIntoView({ block: 'start', behavior: 'instant' })

/** What a reader sees of an answer, without what is folded away, the JSON and the code. */
export const shownText = () =>
  /** @type {HTMLElement} */ (document.querySelector('.result .answer') ?? document.body).innerText

export const emptyFigures = () =>
  [...document.querySelectorAll('.result .answer svg, .result .answer canvas')]
    .filter((figure) => figure.getClientRects().length > 0)
    .filter((figure) => figure.tagName !== 'CANVAS' && figure.childElementCount === 0)
    .map((figure) => figure.closest('section, article')?.querySelector('h2, h3')?.textContent ?? 'a figure')

/** Whole sentences that stand in two places. */
export const repeatedMessages = () => {
  /** @type {Map<string, number>} */
  const times = new Map()
  for (const element of document.querySelectorAll('.result .answer p, .result .facts-deciding li')) {
    if (element.getClientRects().length === 0 || element.querySelector('p, li')) continue
    // Rows of a list may be alike, sources stand under each card, and a factor is explained where it is opened.
    if (element.matches('.card-sources, .factor *, li p')) continue
    const text = element.textContent?.trim() ?? ''
    if (text.length > 40) times.set(text, (times.get(text) ?? 0) + 1)
  }
  return [...times].filter(([, count]) => count > 1).map(([text]) => text.slice(0, 120))
}

/** What the labels of factors say that does not add up: "18 of 25" is points of the most that a factor can give. */
export const untrueLabels = () =>
  [...document.querySelectorAll('.card .score')].flatMap((score) => {
    const factors = [...score.querySelectorAll('.factor')]
    const labels = factors.flatMap((factor) => {
      const text = factor.querySelector('.factor-number')?.textContent ?? ''
      const [, adds, most] = /^(\d+) of (\d+)$/.exec(text) ?? []
      const size = (/** @type {string} */ part) => Number(factor.querySelector(part)?.getAttribute('width') ?? 0)
      if (adds !== undefined)
        return [{ adds: Number(adds), most: Number(most), drawn: size('.factor-fill') / size('.factor-track') }]
      return text === '?' || text === '–' ? [] : [{ adds: NaN, most: NaN, drawn: NaN }]
    })
    if (labels.length === 0) return []
    const sum = labels.reduce((all, { adds }) => all + adds, 0)
    const number = score.querySelector('.dial-score')?.textContent
    const said = score.querySelector('.factor-sum')?.textContent
    const overridden = score.querySelector('.override')?.textContent ?? ''
    return [
      labels.some(({ adds, most }) => !(adds <= most)) && 'a factor adds more than it can, or says neither',
      labels.some(({ adds, most, drawn }) => Math.abs(drawn - adds / (most || 1)) > 0.01) &&
        'a bar is not as long as its label',
      labels.reduce((all, { most }) => all + most, 0) !== 100 && 'what the factors can give is not 100',
      said !== `${sum} of 100` && `the parts add up to ${sum}, and it says ${said}`,
      String(sum) !== number &&
        !overridden.includes(`The factors add up to ${sum}.`) &&
        `the parts add up to ${sum}, and the score is ${number}`,
    ].filter((fault) => fault !== false)
  })
