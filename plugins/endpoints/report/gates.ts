/** Facts that only the verdict uses: whether anybody runs the company, and where it is registered. */
import { counted, gate, gates, spoken, type GatesNode } from '@domesday/core'
import { isDirecting, needsDirector, type Officers, type Profile } from '@domesday/source-companies-house'
import { boardOf, daysBetween, daysOverdue, keptBy, ownersUnnamed, type CompanyFile } from '@domesday/subject-company'

const overseas = new Set(['oversea-company', 'uk-establishment', 'registered-overseas-entity'])

/** A resignation reaches the register within two weeks of it, and so does who follows: section 167. */
const daysToFile = 14

/** Since when no natural person runs it, if that is longer than filing takes; only where all officers were read. */
const withoutDirector = (profile: Profile, { items, total }: Officers, today: string): string | null => {
  const { status, type, incorporated } = profile
  if (status !== 'active' || !needsDirector(type) || items.length < total) return null
  const { serving } = boardOf({ items, total }, today)
  if (serving.some(({ is_corporate }) => !is_corporate)) return null
  const [left] = items
    .filter(({ role, is_corporate }) => !is_corporate && isDirecting(role))
    .flatMap(({ resigned_on }) => resigned_on ?? [])
    .toSorted((a, b) => b.localeCompare(a, 'en'))
  const since = [left, incorporated]
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1)
  if (since !== undefined && daysBetween(since, today) < daysToFile) return null
  const when =
    left === undefined
      ? 'No natural person was ever registered as its director'
      : `No natural person has been its director since ${spoken(left)}`
  return serving.length === 0
    ? `${when}, and nobody else runs it.`
    : `${when}: it is run by companies only, ${serving
        .slice(0, 3)
        .map(({ name }) => name)
        .join(', ')}.`
}

export const verdictGatesOf = ({ profile, officers, statements, asOf, today }: CompanyFile): GatesNode =>
  gates({
    owner_restricted: gate({ profile, statements, today }, ownersUnnamed('restricted')),
    owner_not_identified: gate({ profile, statements, today }, ownersUnnamed('unidentified')),
    no_natural_director: gate({ profile, officers, today }, ({ profile, officers, today }) =>
      withoutDirector(profile, officers, today),
    ),
    overseas_update_overdue: gate({ profile, asOf }, ({ profile: { type, confirmation }, asOf }) => {
      const overdue = type === 'registered-overseas-entity' ? daysOverdue(confirmation, asOf) : null
      return overdue !== null && overdue > 0
        ? `The yearly update of this overseas entity is ${counted(overdue, 'day')} overdue.`
        : null
    }),
    overseas_company: gate(profile, (profile) => {
      const { type } = profile
      if (type === null || !overseas.has(type)) return null
      return type === 'uk-establishment'
        ? `It is no company by itself, but belongs to another: its record is that of ${keptBy(profile)}.`
        : 'It is an overseas company: its accounts and its insolvency are kept by the register of its own country.'
    }),
  })
