/** The people of a company as they are listed: current ones first, newest first. */
import { drawn, flag, list, object, render, type Of, type Shown } from '@domesday/core'
import {
  hasEnded,
  officerFields,
  ownerFields,
  verificationShape,
  verificationShown,
  type Officer,
  type Owner,
} from '@domesday/source-companies-house'
import type { CompanyFile } from '@domesday/subject-company'

const newestFirst = (a: string | null, b: string | null): number => (b ?? '').localeCompare(a ?? '', 'en')

/** Current officers by the day of appointment, then the others by the day of leaving. */
const officersListed = (officers: readonly Officer[]): readonly Officer[] =>
  officers.toSorted(
    (a, b) =>
      Number(a.resigned_on !== null) - Number(b.resigned_on !== null) ||
      newestFirst(
        a.resigned_on ?? a.appointed_on ?? a.appointed_before,
        b.resigned_on ?? b.appointed_on ?? b.appointed_before,
      ),
  )

/** Current owners by the day of registration, then the others by the day on which control ended. */
export const ownersListed = (owners: readonly Owner[]): readonly Owner[] =>
  owners.toSorted(
    (a, b) =>
      Number(b.current) - Number(a.current) || newestFirst(a.ceased_on ?? a.notified_on, b.ceased_on ?? b.notified_on),
  )

const officersShape = list(
  drawn(
    object({ ...officerFields, is_active: flag('Serves today'), identity_verification: verificationShape }),
    'timeline',
    {
      title: 'name',
      from: ['appointed_on', 'appointed_before'],
      until: 'resigned_on',
      running: 'is_active',
      kind: 'role',
      more: ['role', 'occupation', 'officer_id'],
    },
  ),
  'Serving ones first, newest first, then those who resigned last; 100 at most',
)
export const officersShown = ({ officers, profile, today }: CompanyFile): Shown<Of<typeof officersShape>> =>
  render(officersShape, { officers, profile, today }, ({ officers: { items }, profile: { status }, today }) =>
    officersListed(items)
      .slice(0, 100)
      .map(({ verification, ...one }) => ({
        ...one,
        is_active: one.resigned_on === null && !hasEnded(status),
        identity_verification: verificationShown(verification, today),
      })),
  )

const ownersShape = list(
  drawn(
    object({ ...ownerFields, is_active: flag('Holds it today'), identity_verification: verificationShape }),
    'timeline',
    {
      title: ['name', 'kind'],
      from: 'notified_on',
      until: 'ceased_on',
      running: 'is_active',
      kind: 'kind',
      more: 'control',
    },
  ),
  'Those who hold control today first, newest first, then those who ceased to last; 100 at most',
)
export const ownersShown = ({ owners, profile, today }: CompanyFile): Shown<Of<typeof ownersShape>> =>
  render(ownersShape, { owners, profile, today }, ({ owners: { items }, profile: { status }, today }) =>
    ownersListed(items)
      .slice(0, 100)
      .map(({ verification, current, address: _, ...one }) => ({
        ...one,
        is_active: current && !hasEnded(status),
        identity_verification: verificationShown(verification, today),
      })),
  )
