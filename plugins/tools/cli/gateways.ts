/**
 * `record` and `replay`: gateways that stand in for the upstreams of a service started with
 * DOMESDAY_UPSTREAM_GATEWAY.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { configure, envNames, onStop, type OpenGateway } from '@domesday/core/tool'
import { one, UsageFault, wholeNumber, type Command, type Given } from './command.ts'

/** Serves until it is told to stop. */
const until = async (starting: Promise<OpenGateway>, { print, remark, flags }: Given): Promise<number> => {
  const { origin, close } = await starting.catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new UsageFault(`port ${String(flags['port'])} is taken; --port 0 takes any free one`)
    throw error
  })
  print(origin)
  remark(`Start the service with DOMESDAY_UPSTREAM_GATEWAY=${origin}. Ctrl-C ends this gateway.`)
  await new Promise<void>((stop) => onStop(stop))
  await close()
  return 0
}

const port = (given: Given): number => wholeNumber(given.flags['port'], 'port')

const record: Command = {
  words: 'record',
  takes: '<folder>',
  summary: 'a gateway that asks the live services and keeps what they say, without secrets',
  options: { port: { type: 'string', default: '0' }, subject: { type: 'string' } },
  run: async (given) => {
    const { service, flags } = given
    const { plugins, current } = await configure(service)
    const { startRecord } = await import('@domesday/tool-gateway/record')
    const sources = new Map(
      [...plugins.sources].map(([id, source]) => [
        id,
        { ...source, base: current().source(id).base, hosts: current().source(id).hosts },
      ]),
    )
    const secrets = [...plugins.sources.values()].flatMap((source) =>
      envNames(source).flatMap((name) => service.env[name] ?? []),
    )
    return until(
      startRecord({
        dir: resolve(one(given, 'folder')),
        sources,
        port: port(given),
        secrets,
        ...(typeof flags['subject'] === 'string' && { subject: flags['subject'] }),
      }),
      given,
    )
  },
}

const replay: Command = {
  words: 'replay',
  takes: '<folder>',
  summary: 'a gateway that serves what was recorded',
  options: {
    port: { type: 'string', default: '0' },
    latency: { type: 'string', default: '0' },
    loose: { type: 'boolean' },
  },
  run: async (given) => {
    const { service, flags } = given
    const dir = resolve(one(given, 'folder'))
    if (!existsSync(dir)) throw new UsageFault(`there is no folder ${dir}`)
    const { plugins } = await configure(service)
    const { startReplay } = await import('@domesday/tool-gateway/replay')
    return until(
      startReplay({
        dirs: [dir],
        port: port(given),
        latency: wholeNumber(flags['latency'], 'latency'),
        loose: flags['loose'] === true,
        sources: plugins.sources,
      }),
      given,
    )
  },
}

export const gatewayCommands: readonly Command[] = [record, replay]
