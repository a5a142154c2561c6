/** The one connection that a run writes by, and the run itself as the database knows it. */
import { hostname } from 'node:os'
import type { Client } from 'pg'
import type { Answer } from './operations.ts'

export interface Batch {
  readonly number: number
  readonly handedOver: readonly string[]
  readonly operations: string
  readonly bodies: readonly Buffer[]
}

export interface Session {
  /** The newest batch of this run that was done, and its answers. */
  readonly done: { readonly number: number; readonly answers: readonly Answer[] }
  send(batch: Batch): Promise<readonly Answer[]>
  /** Marks the run as ended. Its row stays, so that others find what it held and did not hand over. */
  retire(): Promise<void>
  end(): Promise<void>
}

const clockSql = 'coalesce($2::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint)'

/**
 * Gives the run to this connection. Waits until a batch of an earlier connection ends, which locks the row of the run;
 * batches that arrive by that connection later are refused. So `done` is certain. `now`: null for the clock of the
 * database.
 */
export const openSession = async (client: Client, run: string, now: () => number | null): Promise<Session> => {
  const { rows } = await client.query(
    `insert into runs (id, node, started_at, beat_at) values ($1, $3, ${clockSql}, ${clockSql})
     on conflict (id) do update set epoch = runs.epoch + 1 returning epoch, batch, answers`,
    [run, now(), hostname()],
  )
  const { epoch, batch, answers } = rows[0] as { epoch: number; batch: number; answers: readonly Answer[] | null }
  return {
    done: { number: batch, answers: answers ?? [] },
    send: async ({ number, handedOver, operations, bodies }) => {
      const sent = await client.query('select do_batch($1, $2, $3, $4, $5, $6, $7) as answers', [
        run,
        epoch,
        number,
        now(),
        handedOver,
        operations,
        bodies,
      ])
      return (sent.rows[0] as { answers: readonly Answer[] }).answers
    },
    retire: async () => {
      await client.query('update runs set beat_at = 0 where id = $1', [run])
    },
    end: async () => client.end(),
  }
}
