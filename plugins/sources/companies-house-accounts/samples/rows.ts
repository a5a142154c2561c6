/** The documents of the sample companies' accounts, and the storage in which they lie. */
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'
import { documentOf, type Sheet, type Year } from './document.ts'

interface Filed extends Pick<Sheet, 'number' | 'standard' | 'audit'> {
  readonly years: Readonly<Record<string, Year>>
}
const filed = new Map(yamlRows<Filed>(import.meta.dirname, 'accounts.yaml').map((one) => [one.number, one]))

const bucket = 'document-api-images-live.ch.gov.uk'
const unknown = { status: 404, json: { message: 'document-not-found', type: 'document-api:service' } } as const

/** The samples of Companies House name a document by company and day. */
const asked = (id: string): readonly string[] => Buffer.from(id, 'base64url').toString().split('|')

/** A small company's figures, another's for each number. */
const usual = (number: string, day: string): Year => {
  const size = 1 + (Number(number.replace(/\D/g, '')) % 7)
  const age = Number(day.slice(0, 4)) - 2020
  return {
    fixed: 4_000 * size + 300 * age,
    debtors: 9_000 * size + 700 * age,
    cash: 11_000 * size + 900 * age,
    within: 8_000 * size + 400 * age,
    staff: size,
  }
}
const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace('-02-29', '-02-28')

const sheetOf = (number: string, day: string): Sheet => {
  const own = filed.get(number)
  const yearOf = (day: string): readonly [string, Year][] => {
    const year = own ? own.years[day] : usual(number, day)
    return year === undefined ? [] : [[day, year]]
  }
  return {
    number,
    standard: own?.standard ?? 'Micro-entities',
    audit: own?.audit ?? 'AuditExempt-NoAccountantsReport',
    years: [...yearOf(day), ...yearOf(yearBefore(day))],
  }
}

export const answer: SampleAnswer = ({ method, segments, headers }) => {
  if (method !== 'GET') return null
  if (segments[0] === 'document' && segments[2] === 'content') {
    const [number = '', day = ''] = asked(segments[1]!)
    if (day === '') return unknown
    if (!headers['accept']?.includes('application/xhtml+xml')) return { status: 406, text: '' }
    const location = `https://s3.eu-west-2.amazonaws.com/${bucket}/docs/${segments[1]}/application-xhtml%2Bxml?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=60&X-Amz-Signature=${number}`
    return { status: 302, headers: { location }, text: '' }
  }
  if (segments[0] !== bucket || segments[1] !== 'docs') return null
  // The storage takes one kind of authorisation, and the link is signed.
  if (headers['authorization'] !== undefined)
    return {
      status: 400,
      xml: '<Error><Code>InvalidArgument</Code><Message>Only one auth mechanism allowed</Message></Error>',
    }
  const [number = '', day = ''] = asked(segments[2] ?? '')
  return { text: documentOf(sheetOf(number, day)), type: 'application/xhtml+xml' }
}
