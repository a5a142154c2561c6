/** The form of an endpoint, made from the schemas of its parameters. */
import { h, newId } from './dom.js'
import { labelOf, pathLabel, phrase, plain } from './words.js'

/** @typedef {import('./types').Endpoint} Endpoint */
/** @typedef {import('./types').Parameter} Parameter */
/** @typedef {import('./types').Depth} Depth */
/**
 * @typedef {{
 *   name: string,
 *   element: HTMLElement,
 *   get: () => string,
 *   set: (text: string) => void,
 *   fault: (words: string | null) => boolean,
 * }} Field `fault`: whether the field shows it
 */

export const depths = /** @type {const} */ (['summary', 'standard', 'full'])

/** @param {Parameter} parameter @param {() => void} changed @returns {Field} */
const field = ({ name, required, schema }, changed) => {
  const id = newId('field'),
    aboutId = newId('about'),
    faultId = newId('fault')
  const first = Array.isArray(schema.enum) ? schema.enum : null
  const shared = {
    id,
    name,
    required,
    'aria-describedby': `${aboutId} ${faultId}`,
    oninput: changed,
    onchange: changed,
  }
  const control = first
    ? h(
        'select',
        shared,
        !required &&
          h(
            'option',
            { value: '' },
            schema.default === undefined ? 'Any' : `Default: ${phrase(String(schema.default)).toLowerCase()}`,
          ),
        first.map((word) => h('option', { value: word }, phrase(String(word)))),
      )
    : h('input', {
        ...shared,
        type: schema.format === 'date' ? 'date' : /^(integer|number)$/.test(String(schema.type)) ? 'number' : 'text',
        min: schema.minimum,
        max: schema.maximum,
        minlength: schema.minLength,
        maxlength: schema.maxLength,
        placeholder: schema.default ?? (required ? null : 'optional'),
        autocomplete: 'off',
        spellcheck: 'false',
        ...(schema.format === 'uk-postcode' && { autocapitalize: 'characters' }),
      })
  const fault = h('p', { id: faultId, class: 'fault' })
  const unit = schema['x-unit'] ? ` (${schema['x-unit']})` : ''
  const range =
    schema.minimum !== undefined && schema.maximum !== undefined
      ? `. From ${plain(schema.minimum)} to ${plain(schema.maximum)}`
      : ''
  return {
    name,
    element: h(
      'div',
      { class: 'field' },
      h('label', { for: id }, labelOf(name), unit),
      control,
      h('p', { id: aboutId, class: 'small muted' }, schema.description ?? schema.title ?? '', range),
      fault,
    ),
    get: () => control.value.trim(),
    set: (text) => {
      control.value = text
    },
    fault: (words) => {
      fault.textContent = words
      if (words === null) control.removeAttribute('aria-invalid')
      else control.setAttribute('aria-invalid', 'true')
      return true
    },
  }
}

/**
 * Depths as a row of radio buttons, each with its price.
 * @param {Endpoint} endpoint
 * @param {() => void} changed
 * @returns {Field}
 */
const depthField = ({ prices, sections }, changed) => {
  const group = newId('depth')
  const radios = depths.map((depth) =>
    h('input', {
      type: 'radio',
      name: group,
      id: `${group}-${depth}`,
      value: depth,
      checked: depth === 'standard',
      onchange: changed,
    }),
  )
  const added = (/** @type {Depth} */ depth) =>
    sections.filter(({ from }) => from === depth).map(({ name }) => pathLabel(name))
  return {
    name: 'depth',
    element: h(
      'fieldset',
      { class: 'depths' },
      h('legend', {}, 'Depth'),
      h(
        'div',
        { class: 'depth-row' },
        depths.map((depth, i) =>
          h(
            'div',
            { class: 'depth' },
            radios[i],
            h(
              'label',
              { for: `${group}-${depth}` },
              h('b', {}, labelOf(depth)),
              h('span', { class: 'depth-price' }, `${prices.credits[depth]} credits`),
              added(depth).length > 0 &&
                h('span', { class: 'small depth-adds' }, `${i === 0 ? '' : 'adds '}${added(depth).join(', ')}`),
            ),
          ),
        ),
      ),
    ),
    get: () => radios.find(({ checked }) => checked)?.value ?? 'standard',
    set: (text) => {
      for (const radio of radios) radio.checked = radio.value === text
    },
    fault: () => false,
  }
}

/**
 * Sections as check boxes in a collapsed list: none checked selects all.
 * @param {Endpoint} endpoint
 * @param {Parameter} parameter
 * @param {() => void} changed
 * @returns {Field}
 */
const includeField = ({ sections }, { name, schema }, changed) => {
  const [identity, ...rest] = [
    ...new Map(sections.toReversed().map(({ name: section, from }) => [section.split('.')[0] ?? '', from])),
  ]
    .toReversed()
    .map(([section, from]) => ({ name: section, from }))
  const boxes = rest.map((section) => ({
    ...section,
    id: newId('include'),
    input: h('input', { type: 'checkbox', value: section.name, onchange: changed }),
  }))
  for (const { id, input } of boxes) input.id = id
  const fault = h('p', { class: 'fault' })
  return {
    name,
    element: h(
      'details',
      { class: 'field include' },
      h('summary', {}, 'Only some sections'),
      h('p', { class: 'small muted' }, schema.description),
      h(
        'div',
        { class: 'boxes', role: 'group', 'aria-label': 'Sections' },
        identity && h('span', { class: 'box' }, `${labelOf(identity.name)}, always`),
        boxes.map(({ id, input, name: section, from }) =>
          h(
            'span',
            { class: 'box' },
            input,
            h('label', { for: id }, labelOf(section), from === 'full' && h('span', { class: 'muted' }, ' (full)')),
          ),
        ),
      ),
      fault,
    ),
    get: () =>
      boxes
        .filter(({ input }) => input.checked)
        .map(({ name: section }) => section)
        .join(','),
    set: (text) => {
      for (const { input } of boxes) input.checked = text.split(',').includes(input.value)
    },
    fault: (words) => {
      fault.textContent = words
      const list = fault.closest('details')
      if (list && words !== null) list.open = true
      return true
    },
  }
}

/** Whether an endpoint has one depth and one price, so that the form has no depth. @param {Endpoint} endpoint */
export const isFlat = ({ prices }) => prices.credits.flat !== undefined

/** @param {Endpoint} endpoint @param {() => void} changed @returns {Field[]} */
export const fieldsOf = (endpoint, changed) => {
  const isWide = (/** @type {Parameter} */ { name }) => name === 'depth' || name === 'include'
  return endpoint.params
    .toSorted((a, b) => Number(isWide(a)) - Number(isWide(b)))
    .flatMap((parameter) => {
      if (parameter.name === 'depth') return isFlat(endpoint) ? [] : [depthField(endpoint, changed)]
      return parameter.name === 'include' ? [includeField(endpoint, parameter, changed)] : [field(parameter, changed)]
    })
}

/** The parameter of a day whose answer is shown as it was then, for nothing. */
export const dayParameter = 'on'

/** @param {Endpoint} endpoint @param {string} depth */
export const priceOf = ({ prices }, depth) => prices.credits.flat ?? prices.credits[/** @type {Depth} */ (depth)] ?? 0

/**
 * Puts faults beside their fields.
 * @param {readonly Field[]} fields @param {NonNullable<import('./types').Problem['errors']>} [faults]
 * @returns {string[]} the parameters whose field shows its fault
 */
export const markFaults = (fields, faults = []) =>
  faults.flatMap(({ parameter, detail }) =>
    fields.find(({ name }) => name === parameter)?.fault(detail) ? [parameter] : [],
  )
