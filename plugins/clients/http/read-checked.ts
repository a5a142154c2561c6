import { withParts, type CallHow, type Part } from '@domesday/core'
import { ChangedShape, checkWire, type Tally } from '@domesday/client-formats'

export interface ReadAnswer {
  readonly value: unknown
  /** Rows that were left out. */
  readonly unread: number
  /** Of an operation that declares its wire. */
  readonly tally?: Tally
}

/** What was left out of a body is not known of the value, whatever the source makes of the rest. */
const partsOf = ({ unread, listed, renamed, gone }: Tally): readonly Part[] => [
  ...(unread > 0 ? [{ why: `${unread} of ${listed} rows could not be read`, known: 1 - unread / listed }] : []),
  ...gone.map((path) => ({ why: `no row states ${path}` })),
  ...Object.entries(renamed).map(([absent, other]) => ({ why: `${absent} may have another name, ${other}` })),
]

/** Reads a parsed body, after a check of what its operation declares. Throws where it is another document. */
export const readChecked = (how: CallHow, sent: unknown, input: unknown): ReadAnswer => {
  const wire = how.parse ? how.parse(sent) : sent
  if (!how.wire) return { value: how.read(wire, input, 0), unread: 0 }
  const { body, tally } = checkWire(how.wire, wire)
  const read = how.read(body, input, tally.unread)
  // That there is none is not known where most rows could not be read.
  if ((read === null || read === undefined) && 2 * tally.unread > tally.listed) throw new ChangedShape('row to read')
  const value = withParts(read, partsOf(tally))
  return { value, unread: tally.unread, tally }
}
