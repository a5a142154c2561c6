/** Facts of a company's file that decide, whatever its score. */
import {
  counted,
  derive,
  first,
  gate,
  gates,
  maybe,
  spoken,
  unknown,
  type Gate,
  type GatesNode,
  type Unknown,
} from '@domesday/core'
import {
  filesElsewhere,
  hasEnded,
  mustFile,
  type Annotation,
  type Insolvency,
  type Owners,
  type Profile,
} from '@domesday/source-companies-house'
import { gazetteStateOf, type Notice, type Reach, type State } from '@domesday/source-gazette'
import {
  type CompanyFile,
  type InsolvencyState,
  dated,
  daysBetween,
  insolvencyStanding,
  isKnownStatus,
  statusInWords,
  strikeOffProposed,
  suspendedOn,
} from '@domesday/subject-company'
import { pastGatesOf } from './past-flags.ts'

/** A sentence if it holds, null if not, or the reason why it is unknown. */
type Found = string | Unknown | null
interface Seen {
  readonly profile: Profile
  /** Null if the record of insolvency cases failed. */
  readonly insolvency: Insolvency | null
  /** Null if the Gazette failed. */
  readonly notices: readonly Notice[] | null
  readonly today: string
  /** Last day covered by the Gazette, if the days since then failed. */
  readonly readTo: string | null
}
type Look = (seen: Seen) => Found

const noCases = unknown('its insolvency cases could not be read')
const noGazette = unknown('the Gazette could not be read')

/** Whether the register shows one of these states. The status can show it without the cases. */
const registered =
  (...states: readonly InsolvencyState[]) =>
  ({ profile, insolvency }: Pick<Seen, 'profile' | 'insolvency'>): Found => {
    const { state, detail } = insolvencyStanding(profile, insolvency ?? { status: [], cases: [] })
    return states.includes(state) ? detail : insolvency === null ? noCases : null
  }

const advertisedAs: Readonly<Record<State, string>> = {
  winding_up_order: 'a court’s order to wind it up',
  creditors_voluntary: 'its creditors’ voluntary liquidation',
  members_voluntary: 'its members’ voluntary liquidation, which is solvent',
  administration: 'its administration',
  receivership: 'its receivership',
  petition: 'a petition to wind it up, and nothing since that dismisses it',
  moratorium: 'a moratorium that holds off its creditors',
  creditors_called: 'that its creditors are called to decide on its liquidation as insolvent',
  prohibited_name: 'the re-use of a prohibited name: its directors come from a company of that name that failed',
}

/**
 * Whether the Gazette shows one of these states as current. If only the name matches, the result is unknown: several
 * companies may share a name.
 */
const advertised =
  (...states: readonly State[]) =>
  ({ notices, today, readTo }: Pick<Seen, 'notices' | 'today' | 'readTo'>): Found => {
    if (notices === null) return noGazette
    const { standing, unclear } = gazetteStateOf(notices, today)
    const found = states.flatMap((state) => (standing[state] ? [[state, standing[state]] as const] : []))
    const sure = found.find(([, { match }]) => match.sure !== 'possible')
    if (sure) return `The Gazette advertised ${advertisedAs[sure[0]]} (notice${dated(' of', sure[1].published)}).`
    if (found[0])
      return unknown(
        `the Gazette advertised ${advertisedAs[found[0][0]]} (notice${dated(' of', found[0][1].published)}), under its name and without its number, so that it may be about a namesake`,
      )
    if (unclear && states.includes('petition'))
      return unknown(
        `of several petitions to wind it up one was dismissed, and whether that is the one${dated(' advertised on', unclear.published)} cannot be told`,
      )
    return readTo === null ? null : unknown(`the Gazette could be read up to ${spoken(readTo)} only`)
  }

/** The first that holds, else all that are unknown. */
const either =
  (...looks: readonly Look[]): Look =>
  (seen: Seen): Found => {
    const found = looks.map((look) => look(seen)).filter((one) => one !== null)
    const doubts = found.flatMap((one) => (typeof one === 'string' ? [] : one.because))
    return (
      found.find((one) => typeof one === 'string') ??
      (doubts.length > 0 ? unknown([...new Set(doubts)].join(', and ')) : null)
    )
  }

/** Only the insolvency cases say whether a liquidation is solvent. */
const liquidation = (seen: Seen): Found => {
  const { profile, insolvency, notices, today } = seen
  if (!isKnownStatus(profile))
    return unknown(
      profile.status === null
        ? 'the register’s answer states no status of it'
        : `the register gives it a status that nobody here knows, “${statusInWords(profile.status)}”`,
    )
  if (profile.status === 'liquidation' && insolvency === null)
    return unknown('it is in liquidation, and whether that is solvent was not to be had')
  const unrated = notices === null ? [] : gazetteStateOf(notices, today).unrated
  const { state, detail } = insolvencyStanding(profile, insolvency ?? { status: [], cases: [] })
  if (state === 'liquidation') return detail
  if (state === 'unrated') return unknown(detail.replace(/^Not known: /, ''))
  if (unrated[0])
    return unknown(
      `what a notice of the Gazette means cannot be told: code ${unrated[0].code ?? 'not stated'}${dated(', of', unrated[0].published)}`,
    )
  return insolvency === null ? noCases : null
}

/** The milder of the two liquidation gates, used while the cases are missing and it is not known which applies. */
const inSomeLiquidation: Look = ({ profile: { status }, insolvency }) =>
  status === 'liquidation' && insolvency === null ? 'It is in liquidation.' : null

/** Days after which accounts that are due are not the first, which are due within 21 months, or later by leave. */
const longForFirst = 3 * 366

const nothingFiled = ({ profile, today }: Pick<Seen, 'profile' | 'today'>): Found => {
  const { accounts, incorporated, type } = profile
  if (hasEnded(profile.status) || (accounts !== null && accounts.last_made_up_to !== null)) return null
  if (accounts === null || accounts.next_due === null) {
    const elsewhere = filesElsewhere(type)
    if (elsewhere !== null)
      return `No accounts are on file here: it is entered in this register, and files with another, ${elsewhere}.`
    // The register states when those of a limited company are due, whether or not any were filed.
    return mustFile(type)
      ? unknown('the register’s answer states neither accounts of it nor when they are due')
      : 'No accounts are on file here, and none are due: there are no figures to judge it by.'
  }
  if (incorporated !== null && daysBetween(incorporated, accounts.next_due) > longForFirst)
    return unknown(
      `the register’s answer states no accounts of it, and those due${dated(' by', accounts.next_due)} are not its first`,
    )
  const age = incorporated === null ? null : daysBetween(incorporated, today)
  return `No accounts are on file yet${age === null ? '' : `: it is ${counted(age, 'day')} old`}${dated(', and the first are due by', accounts.next_due)}.`
}

/** By type of the last accounts: from what a parent's guarantee exempts (sections 479C and 448C). */
const guaranteed: Readonly<Record<string, string>> = {
  'audit-exemption-subsidiary': 'exempt from audit under section 479A',
  'filing-exemption-subsidiary': 'exempt from filing under section 448A',
}
const guarantee = ({ profile: { accounts, status } }: Pick<Seen, 'profile'>): string | null => {
  const exempt = guaranteed[accounts?.last_type ?? '']
  return exempt === undefined || hasEnded(status)
    ? null
    : `Its last accounts${dated(' to', accounts?.last_made_up_to)} are ${exempt}: its parent guarantees what it owed at that year’s end.`
}

const notReadSince = ({ stored_to, asked_live }: Reach): string | null =>
  asked_live ? null : (stored_to?.slice(0, 10) ?? null)

/** Only of overseas entities the register says whether an owner is sanctioned. */
const sanctionedOwner = ({ items }: Owners): string | null => {
  const [one, ...others] = items.filter(({ current, is_sanctioned }) => current && is_sanctioned === true)
  if (one === undefined) return null
  const who = `${one.name ?? 'an owner who is not named'}${others.length > 0 ? ` and ${others.length} more` : ''}`
  return `It declared an owner as sanctioned in its latest filing: ${who}.`
}

const annotated =
  (...kinds: readonly Annotation['kind'][]) =>
  ({ profile: { annotations } }: Pick<Seen, 'profile'>): string | null => {
    const one = annotations.find(({ kind }) => kinds.includes(kind))
    return one ? `${one.detail}${dated(' The registrar annotated its record on', one.created_on)}` : null
  }

export const gatesOf = (file: CompanyFile): GatesNode => {
  const { profile, owners, insolvency, filings, notices, noticesReach, today } = file
  const readTo = maybe(derive({ noticesReach }, ({ noticesReach }) => notReadSince(noticesReach)))
  const seen = { profile, insolvency: maybe(insolvency), notices: maybe(notices), today, readTo }
  // A suspension matters only if there is a proposal.
  const proposal = first(
    derive({ profile }, ({ profile: { statusDetail } }) => (statusDetail === strikeOffProposed ? null : 'none')),
    derive({ filings }, ({ filings }) => (suspendedOn(filings) === null ? 'standing' : 'suspended')),
  )
  const declared = first(
    derive({ profile }, ({ profile: { type } }) => (type === 'registered-overseas-entity' ? null : 'none')),
    owners,
  )
  /** A company that has ended is in no proceedings. */
  const byBoth = (look: Look): Gate => gate(seen, (seen) => (hasEnded(seen.profile.status) ? null : look(seen)))
  const byGazette = (state: State): Gate =>
    gate({ profile, notices: seen.notices, today, readTo }, (seen) =>
      hasEnded(seen.profile.status) ? null : advertised(state)(seen),
    )
  const byRegister = (...states: readonly InsolvencyState[]): Gate =>
    gate({ profile, insolvency: seen.insolvency }, (seen) =>
      hasEnded(seen.profile.status) ? null : registered(...states)(seen),
    )
  return gates({
    dissolved: gate({ profile }, ({ profile: { status, ceased } }) =>
      hasEnded(status)
        ? `The company is ${status === 'converted-closed' ? 'closed under this number' : status}${dated(', since', ceased)}.`
        : null,
    ),
    winding_up_order: byGazette('winding_up_order'),
    insolvent_liquidation: byBoth(either(liquidation, advertised('creditors_voluntary'))),
    petition: byGazette('petition'),
    administration: byBoth(either(registered('administration'), advertised('administration'))),
    receivership: byBoth(either(registered('receivership'), advertised('receivership'))),
    moratorium: byBoth(either(registered('moratorium'), advertised('moratorium'))),
    insolvency_proceedings: byRegister('proceedings'),
    arrangement: byRegister('arrangement'),
    members_voluntary: byBoth(
      either(registered('solvent_liquidation'), inSomeLiquidation, advertised('members_voluntary')),
    ),
    strike_off_proposed: gate({ proposal }, ({ proposal }) =>
      proposal === 'standing' ? 'The registrar proposes to strike it off, and no objection has suspended that.' : null,
    ),
    liquidation_proposed: byGazette('creditors_called'),
    prohibited_name: byGazette('prohibited_name'),
    registrar_warning: gate({ profile }, annotated('false_filing', 'ended_abroad')),
    registrar_annotation: gate({ profile }, annotated('other')),
    sanctioned_owner: gate({ declared }, ({ declared }) => (declared === 'none' ? null : sanctionedOwner(declared))),
    nothing_filed: gate({ profile, today }, nothingFiled),
    audit_guarantee: gate({ profile }, guarantee),
    ...pastGatesOf(file),
  })
}
