/** Keys and values of answers in words: labels, units, dates, money. */

/** @typedef {import('./types').Schema} Schema */

const spelt = /** @type {Record<string, string>} */ ({
  avg: 'average',
  max: 'most',
  min: 'least',
  pct: 'share',
  co2: 'CO₂',
  epc: 'EPC',
  esg: 'ESG',
  mp: 'MP',
  mot: 'MOT',
  sic: 'SIC',
  lsoa: 'LSOA',
  msoa: 'MSOA',
  imd: 'IMD',
  url: 'link',
  id: 'id',
  ids: 'ids',
  urn: 'URN',
  frn: 'FRN',
  vat: 'VAT',
  kwh: 'kWh',
  mwh: 'MWh',
  gbp: '£',
  ods: 'ODS',
  cqc: 'CQC',
  gp: 'GP',
  usd: 'US $',
  '12m': '12 months',
  '3y': '3 years',
  '4g': '4G',
  wfd: 'WFD',
  ipc: 'IPC',
  cpv: 'CPV',
  a: 'A',
  b: 'B',
  c: 'C',
  d: 'D',
  e: 'E',
  f: 'F',
  g: 'G',
  no2: 'NO₂',
  o3: 'O₃',
  ico: 'ICO',
  fca: 'FCA',
  nhs: 'NHS',
  uk: 'UK',
  ukpga: 'UK Public General Act',
  uksi: 'UK Statutory Instrument',
  ukla: 'UK Local Act',
  asp: 'Act of the Scottish Parliament',
  ssi: 'Scottish Statutory Instrument',
  asc: 'Act of Senedd Cymru',
  wsi: 'Wales Statutory Instrument',
  nia: 'Act of the Northern Ireland Assembly',
  nisr: 'Northern Ireland Statutory Rule',
})

const unitEnding = /_(gco2_kwh|kwh_m2|g_km|ug_m3|mg_l|pct|mbps|mwh|mw|km|m|m2|ha|tpa|cc)$/
const endingUnits = /** @type {Record<string, string>} */ ({ pct: '%', m: 'm', km: 'km', mw: 'MW', mbps: 'Mbit/s' })

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * What the shape calls a value, or else its key in words: `avg_price_12m` → `Average price 12 months`. A unit at the
 * end is shown with the value.
 * @param {string} key @param {Schema} [schema]
 */
export const labelOf = (key, schema) =>
  schema?.title ??
  capital(
    key
      .replace(/(?<=.)_words$/, '')
      .replace(/^gbp_.*/, 'price')
      .replace(unitEnding, '')
      .split(/[_\s.]+/)
      .filter(Boolean)
      .map((word) => spelt[word.toLowerCase()] ?? word)
      .join(' '),
  )

/** A label within a sentence: an acronym keeps its capitals. @param {string} label */
export const midSentence = (label) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

/** `property.environmental_risk` → `Property: environmental risk`. @param {string} path */
export const pathLabel = (path) =>
  path
    .split('.')
    .map((part, i) => (i === 0 ? labelOf(part) : midSentence(labelOf(part))))
    .join(': ')

/** @param {string} key @param {Schema} [schema] */
export const unitOf = (key, schema) => schema?.['x-unit'] ?? endingUnits[unitEnding.exec(key)?.[1] ?? ''] ?? null

/**
 * Whether another key of the row says the same in words, so that a reader needs no codes.
 * @param {string} key @param {Readonly<Record<string, unknown>>} row
 */
export const isSpelt = (key, row) =>
  (row[`${key}_words`] ?? null) !== null ||
  (key.endsWith('_codes') && Array.isArray(row[key.slice(0, -'_codes'.length)]))

/** Whether the values of a key are codes, which are shown unchanged. @param {string} key */
export const isCode = (key) =>
  /(^|_)(id|ids|code|codes|number|urn|reference|frn|registration|lsoa|msoa|settings|outcode|source|sources|also_in)$/.test(
    key,
  )

/** Whether the values of a key are names, which are shown unchanged. @param {string} key */
export const isName = (key) =>
  /(^|_)(name|title|buyer|funder|recipient|operator|site|organisation|query|address|lenders|persons_entitled)$/.test(
    key,
  )

/**
 * `DO_NOT_ENGAGE` → `Do not engage`, `active-proposal-to-strike-off` → `Active proposal to strike off`; other text is
 * unchanged.
 * @param {string} text
 */
export const phrase = (text) =>
  /^([A-Z]{4,}|LOW|BAD|[A-Z]+(_[A-Z0-9]+)+|[a-z][a-z0-9]*([-_ ][a-z0-9]+){0,4})$/.test(text)
    ? capital(
        text
          .toLowerCase()
          .split(/[_-]/)
          .map((word) => spelt[word] ?? word)
          .join(' '),
      )
    : text

/** A rating within a sentence: `LOW_RISK` → `low risk`. @param {string} word */
export const inSentence = (word) => phrase(word).toLowerCase()

/** `a, b or c` @param {readonly string[]} words */
export const either = (words) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** The text without sentences that are shown elsewhere. @param {string} words @param {readonly string[]} shown */
export const without = (words, shown) =>
  shown
    .reduce((rest, sentence) => rest.replace(sentence, ''), words)
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/** @param {number} value */
export const plain = (value) => value.toLocaleString('en-GB', { maximumFractionDigits: 3 })

const money = /** @type {Record<string, string>} */ ({ GBP: '', 'GBP/week': ' a week', 'GBP/MWh': ' per MWh' })

/** @param {number} value @param {string} key @param {string | null} unit */
export const numberText = (value, key, unit) => {
  if (unit === 'currency') return plain(value)
  if (/(^|_)year(_|$)/.test(key) && unit === null) return String(value)
  if (unit !== null && unit in money)
    return `£${value.toLocaleString('en-GB', { minimumFractionDigits: Number.isInteger(value) ? 0 : 2, maximumFractionDigits: 2 })}${money[unit]}`
  if (unit === 'degrees') return value.toFixed(5)
  if (unit === '%') return `${plain(value)} %`
  return unit ? `${plain(value)} ${unit}` : plain(value)
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
  timeZoneName: 'short',
})

const isoDayFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/London' })

/** The day of a moment in the United Kingdom, in ISO form. @param {string} moment */
export const ukDay = (moment) => isoDayFormat.format(new Date(moment))

/** A day, month or moment in ISO form in words; null for other text. @param {string} text */
export const dateText = (text) => {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayFormat.format(new Date(`${text}T00:00:00Z`))
  if (/^\d{4}-\d\d$/.test(text)) return monthFormat.format(new Date(`${text}-01T00:00:00Z`))
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) return timeFormat.format(new Date(text))
  // A time without a zone is local to the place.
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text))
    return `${dayFormat.format(new Date(`${text.slice(0, 10)}T00:00:00Z`))}, ${text.slice(11, 16)}`
  return null
}

/**
 * What a schema says of a value, without what it says of schemas: when a value is null, or a list empty.
 * @param {string | undefined} description
 */
export const aboutOf = (description) =>
  (description ?? '')
    .split(/(?<=[.;])\s+/)
    .filter((part) => !/\b(null|absent)\b|^(and )?empty (when|where|if)\b/i.test(part))
    .join(' ')
    .replace(/[;.]$/, '')
