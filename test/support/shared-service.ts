/** One service over the sample data for all files of a worker that leave its settings and its data as they are. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { runService, type RunningService } from '@domesday/tool-testing'

const much = '{ calls: 1000000, per: 1m }'

const start = async (): Promise<RunningService> => {
  const service = await runService({
    configure: (dir) =>
      appendFileSync(
        join(dir, 'service.yaml'),
        `
limits: { per_key: ${much}, per_address: ${much}, keys_per_address: ${much}, wrong_keys_per_address: ${much} }
http: { connections_per_address: 10000, in_flight_share: { key: 1, address: 1, surface: 1 }, receive: 1h }
`,
      ),
  })
  globalThis.atEndOfWorker.push(service.close)
  return service
}

let running: Promise<RunningService> | undefined

/** Its answers and digests may be kept already. Who asks has a key of its own. */
export const sharedService = async (): Promise<Omit<RunningService, 'close'>> => {
  const service = await (running ??= start())
  const own = await service.key(1_000_000)
  return { ...service, send: (path, { key = own, ...sent } = {}) => service.send(path, { key, ...sent }) }
}
