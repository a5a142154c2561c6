/** One try: its turn in the limiter, then its time limit, then the exchange and the reading of the answer. */
import { exchange, type Egress, type Incoming, type Outgoing } from './exchange.ts'
import { CallFault } from './fault.ts'
import type { Lane } from './lane.ts'
import { within } from './time-limit.ts'

/** Within the time that is left, a try has its source's time limit. */
const inTime = <T>(
  { about, settings }: Lane,
  deadline: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  within(
    Math.min(settings.timeout, Math.max(1, Math.ceil(deadline - performance.now()))),
    () => new CallFault(about.id, 'timeout', `did not answer in time (${settings.timeout} ms a try)`),
    work,
  )

/** The clock of the time limit starts when the turn has come. `deadline` is on the monotonic clock. */
export const inTurn = <T>(
  egress: Egress,
  lane: Lane,
  deadline: number,
  outgoing: Outgoing,
  read: (incoming: Incoming) => Promise<T>,
): Promise<T> =>
  lane.limiter.pass(
    () =>
      inTime(lane, deadline, async (signal) =>
        read(await exchange(egress, lane.about.id, lane.settings, lane.agent, outgoing, signal)),
      ),
    deadline,
  )
