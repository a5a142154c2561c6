/** Disqualifications of a person from acting as a director. */
import { drawn, flag, list, object, render, today, type Node, type Of, type Shown } from '@domesday/core'
import {
  disqualificationFields,
  permissionsShape,
  type Disqualification,
  type Disqualified,
} from '@domesday/source-companies-house'

export type Standing = 'none' | 'past' | 'pending' | 'current'
export const isInForce = ({ from, until }: Disqualification, today: string): boolean =>
  (from ?? '') <= today && (until === null || until >= today)
/** All of a person's disqualifications, past ones too. */
export const bansIn = (records: readonly Disqualified[]): readonly Disqualification[] =>
  records.flatMap(({ disqualifications }) => disqualifications)

export const standingOf = (bans: readonly Disqualification[], today: string): Standing =>
  bans.some((ban) => isInForce(ban, today))
    ? 'current'
    : bans.some(({ from }) => from !== null && from > today)
      ? 'pending'
      : bans.length > 0
        ? 'past'
        : 'none'

const bansShape = object({
  is_disqualified: flag({ description: 'Today', tones: { bad: [true] } }),
  disqualifications: list(
    drawn(object({ in_force: flag('Today'), ...disqualificationFields }), 'timeline', {
      title: ['reason', 'type'],
      from: 'from',
      until: 'until',
      running: 'in_force',
      kind: 'type',
      more: ['companies', 'court', 'case_id', 'act', 'section'],
    }),
    'Past ones too. Matched by name and month of birth: the two registers share no id',
  ),
  permissions_to_act: permissionsShape,
})
export const bansShown = (bans: Node<readonly Disqualified[]>): Shown<Of<typeof bansShape>> =>
  render(bansShape, { bans, today }, ({ bans, today }) => {
    const disqualifications = bansIn(bans)
      .map((ban) => ({ in_force: isInForce(ban, today), ...ban }))
      .toSorted((a, b) => (b.from ?? '').localeCompare(a.from ?? '', 'en'))
    return {
      is_disqualified: disqualifications.some((ban) => ban.in_force),
      disqualifications,
      permissions_to_act: bans.flatMap(({ permissions }) => permissions),
    }
  })
