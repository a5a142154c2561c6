/** Which petition a notice is about, and which petitions ended. */
import { date, object, orNull, text, type Of } from '@domesday/core'
import { formOf, plainName } from '@domesday/vocabulary-companies'
import { meaningOf, type State } from './codes.ts'

const fields = object(
  {
    petitioner: orNull(text('A company or public body; of a person the name is left out')),
    presented: orNull(date('When it was presented to the court')),
    advertised: orNull(date('Of a dismissal: when the petition had been advertised')),
  },
  'The petition that the notice names: rules 7.10 and 7.23 say what it has to state. Null of other notices',
)
export type Petition = Of<typeof fields>
export const petitionShape = orNull(fields)

const months = 'january february march april may june july august september october november december'.split(' ')
const written = String.raw`(\d{4}-\d{2}-\d{2}|\d{1,2}(?:st|nd|rd|th)?\s+[A-Za-z]+,?\s+\d{4}|\d{1,2}\/\d{1,2}\/\d{4})`
const two = (part: string | number): string => String(part).padStart(2, '0')
const dayIn = (told: string | undefined): string | null => {
  if (told === undefined) return null
  if (/^\d{4}-/.test(told)) return told
  const [day, month, year] = told.includes('/') ? told.split('/') : told.replace(',', '').split(/\s+/)
  const number = /^\d+$/.test(month!) ? Number(month) : months.indexOf(month!.toLowerCase()) + 1
  return number < 1 || number > 12 ? null : `${year}-${two(number)}-${two(Number.parseInt(day!, 10))}`
}

const presented = new RegExp(String.raw`presented\b[^.]{0,40}?\bon\s+(?:the\s+)?${written}`, 'i')
const advertised = new RegExp(
  String.raw`(?:advertised|gazetted|published|appeared)\b[^.]{0,60}?\bon\s+(?:the\s+)?${written}`,
  'i',
)
const named = [
  new RegExp(
    String.raw`presented\b[^.]{0,60}?\bby\s+(.+?)(?:,|\s\(|\sof\s\d|\swhose\s|\sclaiming\b|\swill\s|\swas\b|\sand\s(?:advertised|gazetted)|\.(?:\s|$)|$)`,
    'i',
  ),
  /\bpetition of\s+(.+?)(?:,|\s\(|\spresented\b|\swas\b|\sdated\s)/i,
]
const publicBody =
  /\b(COMMISSIONERS|REVENUE|CUSTOMS|COUNCIL|SECRETARY OF STATE|AUTHORITY|BANK|SOCIETY|UNIVERSITY|TRUST|FUND|AGENCY|BOARD|CORPORATION|COMPANY)\b/
/** A person's name may not be re-used. */
const bodyIn = (told: string | undefined): string | null => {
  const name = told?.replace(/^the\s+/i, '').trim() ?? ''
  return name !== '' && name.length <= 120 && (formOf(name) !== '' || publicBody.test(name.toUpperCase())) ? name : null
}

/** `content`: the text of a notice, which the feed may cut short. */
export const petitionIn = (code: string | null, content: string): Petition | null => {
  const { opens, relieves } = meaningOf(code) ?? {}
  if (opens !== 'petition' && relieves !== 'petition') return null
  const petitioner = named.map((pattern) => bodyIn(pattern.exec(content)?.[1])).find((one) => one !== null) ?? null
  return {
    petitioner,
    presented: dayIn(presented.exec(content)?.[1]),
    advertised: relieves === 'petition' ? dayIn(advertised.exec(content)?.[1]) : null,
  }
}

interface Told {
  readonly code: string | null
  readonly published: string | null
  readonly matched_by: 'number' | 'name'
  readonly petition: Petition | null
}

const isSame = (a: string | null, b: string | null): boolean | null => (a === null || b === null ? null : a === b)
const sameBody = (a: string | null, b: string | null): boolean | null =>
  a === null || b === null ? null : plainName(a) === plainName(b)

/** Whether two notices are about one petition; null where they name too little. */
const areOne = (a: Told, b: Told): boolean | null => {
  const presented = isSame(a.petition?.presented ?? null, b.petition?.presented ?? null)
  const by = sameBody(a.petition?.petitioner ?? null, b.petition?.petitioner ?? null)
  if (presented === false || by === false) return false
  return presented === true || by === true ? true : null
}
/** Whether a dismissal names a petition. */
const isNamed = (dismissal: Told, petition: Told): boolean | null => {
  const one = areOne(dismissal, petition)
  if (one !== null) return one
  return isSame(dismissal.petition?.advertised ?? null, petition.published) === true ? true : null
}

/** A notice that has only a name cannot close one that has the number: several companies may share a name. */
export const answers = (later: Told, earlier: Told): boolean =>
  later.published !== null &&
  later.published >= (earlier.published ?? '') &&
  (later.matched_by === 'number' || earlier.matched_by === 'name')

/** Of a petition that could not be served as usual: it says so before or after that is advertised. */
const ofService = '2462'
/** Notices of one petition each: it is advertised again where the hearing was put off. */
const petitionsIn = (notices: readonly Told[]): readonly (readonly Told[])[] => {
  const groups: Told[][] = []
  for (const notice of notices.toSorted((a, b) => Number(a.code === ofService) - Number(b.code === ofService))) {
    const known =
      groups.find((group) => group.some((one) => areOne(one, notice) === true)) ??
      (notice.code === ofService
        ? groups.find((group) => group.every((one) => areOne(one, notice) !== false))
        : undefined)
    if (known) known.push(notice)
    else groups.push([notice])
  }
  return groups
}

/**
 * Whether a petition has ended: `dismissed` where a dismissal names it, or names none and no other is open; `unclear`
 * where one of several was dismissed, and which cannot be told.
 */
export const petitionOutcome = (notice: Told, notices: readonly Told[]): 'dismissed' | 'unclear' | null => {
  const opened = (state: State) => notices.filter(({ code }) => meaningOf(code)?.opens === state)
  const dismissals = notices.filter((one) => meaningOf(one.code)?.relieves === 'petition')
  const isOf = (dismissal: Told, one: Told): boolean => answers(dismissal, one) && isNamed(dismissal, one) === true
  const all = petitionsIn(opened('petition'))
  const isOver = (group: readonly Told[]): boolean =>
    dismissals.some((one) => group.some((petition) => isOf(one, petition)))
  const own = all.find((group) => group.includes(notice)) ?? [notice]
  if (isOver(own)) return 'dismissed'
  // Those that name none of the petitions of their time.
  const loose = dismissals.filter((one) => !opened('petition').some((petition) => isOf(one, petition)))
  const mayEnd = loose.filter((one) =>
    own.some((petition) => answers(one, petition) && isNamed(one, petition) === null),
  )
  if (mayEnd.length === 0) return null
  const others = all.filter(
    (group) =>
      group !== own && !isOver(group) && group.some((petition) => mayEnd.some((one) => answers(one, petition))),
  )
  return mayEnd.length > others.length ? 'dismissed' : 'unclear'
}
