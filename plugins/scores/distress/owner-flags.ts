/** Red flags from who owns a company, from what it states of its owners, and from what the registrar says of it. */
import { spoken } from '@domesday/core'
import type { Annotation } from '@domesday/source-companies-house'
import { isAbroad } from '@domesday/subject-circle'
import { isLive, ownersUnnamed, type Facts } from '@domesday/subject-company'
import type { RedRule } from './flags.ts'

const register = 'companies-house'

const statesNone = ({ statements }: Facts): boolean =>
  statements?.some(({ kind, ceased_on }) => ceased_on === null && kind === 'none') ?? false

const annotated =
  (...kinds: readonly Annotation['kind'][]) =>
  ({ profile: { annotations } }: Facts): string | null => {
    const one = annotations.find(({ kind }) => kinds.includes(kind))
    return one ? `${one.detail}${one.created_on === null ? '' : ` So annotated on ${spoken(one.created_on)}.`}` : null
  }

/** Of rows with the same flag, the first that holds counts. */
export const ownerFlags: readonly RedRule[] = [
  {
    flag: 'registrar_warning',
    severity: 'high',
    sources: [register],
    implication:
      'The registrar itself warns of it: what the register says of it may be false. Deal with nobody on the strength of its record.',
    evidence: annotated('false_filing', 'ended_abroad'),
  },
  {
    flag: 'registrar_warning',
    severity: 'medium',
    sources: [register],
    implication: 'The registrar has put words of its own beside the record: read them before relying on it.',
    evidence: annotated('other'),
  },
  {
    flag: 'sanctioned_owner',
    severity: 'high',
    sources: [register],
    implication:
      'Dealing with the funds or the property of a sanctioned person is an offence, and so it may be with what that person owns. Ask a lawyer before anything is paid or supplied.',
    evidence: ({ owners }) => {
      const [one, ...others] = owners?.items.filter(({ current, is_sanctioned: is }) => current && is === true) ?? []
      return (
        one &&
        `${one.name ?? 'An owner who is not named'}${others.length > 0 ? ` and ${others.length} more are` : ' is'} declared as sanctioned in its latest filing.`
      )
    },
  },
  {
    flag: 'owner_not_identified',
    severity: 'high',
    sources: [register],
    implication:
      'Somebody controls it whom it cannot or will not name: nobody can check with whom you deal. Accept it only once you know.',
    evidence: ownersUnnamed('restricted', 'unidentified'),
  },
  {
    flag: 'owner_not_identified',
    severity: 'medium',
    sources: [register],
    implication: 'What it must state of its owners is incomplete. Ask for evidence of who they are.',
    evidence: ownersUnnamed('incomplete'),
  },
  {
    flag: 'owner_not_identified',
    severity: 'low',
    sources: [register],
    implication: 'An owner has not answered or confirmed what is stated. Ask for evidence of who owns it.',
    evidence: ownersUnnamed('unconfirmed', 'searching'),
  },
  {
    flag: 'owner_abroad',
    severity: 'low',
    sources: [register],
    implication:
      'The register of its own country says who stands behind it, if any does. Ask for an extract, and for the persons at the end of the chain.',
    evidence: ({ profile, owners }) => {
      const abroad = isLive(profile) ? (owners?.items.filter((one) => one.current && isAbroad(one)) ?? []) : []
      return (
        abroad.length > 0 &&
        `Owned by a body of another country: ${abroad
          .slice(0, 3)
          .map(
            ({ name, country_registered: country, place_registered: place }) =>
              `${name ?? 'not named'} (${country ?? place ?? 'not stated'})`,
          )
          .join(', ')}.`
      )
    },
  },
  {
    flag: 'owner_protected',
    severity: 'low',
    sources: [register],
    implication: 'The registrar knows who controls it and may not say so. Ask it for evidence of its ownership.',
    evidence: ({ profile, owners }) =>
      isLive(profile) &&
      owners?.items.some(({ current, kind }) => current && kind === 'super-secure') &&
      'The law protects an owner of it, whom the register does not name.',
  },
  {
    flag: 'no_owner_named',
    severity: 'low',
    sources: [register],
    implication: 'Who controls it cannot be seen. Ask for evidence of its ownership before accepting it as a customer.',
    evidence: (facts) => {
      const { profile, owners, exempt, today } = facts
      if (owners === null || !isLive(profile) || profile.type !== 'ltd') return null
      if (owners.items.some(({ current, name, kind }) => current && (name !== null || kind === 'super-secure')))
        return null
      if (exempt?.some(({ until }) => until === null || until >= today)) return null
      const none = statesNone(facts) ? ' It states that there is none who must be named.' : ''
      return `The register names no person with significant control.${none}`
    },
  },
]
