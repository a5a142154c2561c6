/** One attempt of a call: the limiter, then the time limit, then the exchange and the reading of its answer. */
import { exchange, type Egress, type Incoming, type Outgoing } from './exchange.ts'
import { CallFault } from './call-fault.ts'
import type { Channel } from './channel.ts'
import { withTimeLimit } from './time-limit.ts'

/** An attempt may take its source's time limit, but not longer than the call has left. */
const inTime = <T>(
  { about, settings }: Channel,
  deadline: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  withTimeLimit(
    Math.min(settings.timeout, Math.max(1, Math.ceil(deadline - performance.now()))),
    () => new CallFault(about.id, 'timeout', `did not answer in time (${settings.timeout} ms an attempt)`),
    work,
  )

/** The time limit starts once the limiter lets the attempt go. `deadline` is on the monotonic clock. */
export const attempt = <T>(
  egress: Egress,
  channel: Channel,
  deadline: number,
  outgoing: Outgoing,
  read: (incoming: Incoming) => Promise<T>,
): Promise<T> =>
  channel.limiter.pass(
    () =>
      inTime(channel, deadline, async (signal) =>
        read(await exchange(egress, channel.about.id, channel.settings, channel.agent, outgoing, signal)),
      ).catch((error: unknown) => {
        // Before the place is free: the next in the queue must know of it.
        if (error instanceof CallFault && error.pauses) {
          const ms = (error.retryAfter ?? 1) * 1_000
          channel.limiter.pause(ms)
          channel.hints?.tellPause(ms)
        }
        throw error
      }),
    deadline,
    egress.waiters?.(),
    `${outgoing.url} ${outgoing.body ?? ''}`,
  )
