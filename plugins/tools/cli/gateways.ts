/** `gateway`, `record` and `replay`: gateways for services that are started with DOMESDAY_UPSTREAM_GATEWAY. */
import { existsSync } from 'node:fs'
import { configure, envNames, type AnySource, type OpenGateway } from '@domesday/core/tool'
import { onlyArgument, pathFrom, UsageFault, wholeNumber, type Command, type Invocation } from './command.ts'

/** Serves until it is told to end. */
const serve = async (
  starting: Promise<OpenGateway>,
  { terminal, print, remark, flags }: Invocation,
): Promise<number> => {
  const { origin, close } = await starting.catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new UsageFault(`port ${String(flags['port'])} is taken; --port 0 takes any free one`)
    throw error
  })
  print(origin)
  remark(`Start the service with DOMESDAY_UPSTREAM_GATEWAY=${origin}. Ctrl-C ends this gateway.`)
  await new Promise<void>((stop) => terminal.onStop(stop))
  await close()
  return 0
}

const port = (invocation: Invocation): number => {
  const wanted = wholeNumber(invocation.flags['port'], 'port')
  if (wanted > 65_535) throw new UsageFault('--port needs a port from 0 to 65535')
  return wanted
}

const record: Command = {
  words: 'record',
  takes: '<folder>',
  summary: 'runs a gateway that calls the live services and records their responses without secrets',
  options: { port: { type: 'string', default: '0' }, subject: { type: 'string' } },
  run: async (invocation) => {
    const { terminal, service, flags, remark } = invocation
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
    return serve(
      startRecord({
        dir: pathFrom(invocation, onlyArgument(invocation, 'folder')),
        sources,
        port: port(invocation),
        secrets,
        progress: terminal.errors.isTTY ? remark : () => {},
        ...(typeof flags['subject'] === 'string' && { subject: flags['subject'] }),
      }),
      invocation,
    )
  },
}

const replay: Command = {
  words: 'replay',
  takes: '<folder>',
  summary: 'runs a gateway that serves a recording',
  options: {
    port: { type: 'string', default: '0' },
    latency: { type: 'string', default: '0' },
    loose: { type: 'boolean' },
  },
  run: async (invocation) => {
    const { service, flags } = invocation
    const dir = pathFrom(invocation, onlyArgument(invocation, 'folder'))
    if (!existsSync(dir)) throw new UsageFault(`there is no folder ${dir}`)
    const { plugins } = await configure(service)
    const { startReplay } = await import('@domesday/tool-gateway/replay')
    return serve(
      startReplay({
        dirs: [dir],
        port: port(invocation),
        latency: wholeNumber(flags['latency'], 'latency'),
        loose: flags['loose'] === true,
        sources: plugins.sources,
      }),
      invocation,
    )
  },
}

/** What a live service lacks before it can answer from samples as a sandbox does. */
const sampleAdvice = (sources: ReadonlyMap<string, AnySource>): readonly string[] => [
  'It is for services with --live: the sandbox has one of its own. They ask only sources whose credential is set; any value will do:',
  ...[...new Set([...sources.values()].flatMap((source) => envNames(source)))].map((name) => `  ${name}=sample`),
  'Datasets are files: copy data/sandbox/datasets, which each start of a sandbox fills, into the data folder of the service.',
]

const samples: Command = {
  words: 'gateway',
  summary: 'runs the gateway of the sandbox, which answers with sample data, for live services',
  options: { port: { type: 'string', default: '0' } },
  run: async (invocation) => {
    const { service, remark } = invocation
    const { plugins } = await configure(service)
    const { createSandbox } = await import('@domesday/tool-gateway')
    const sandbox = createSandbox({
      sources: plugins.sources,
      onUnmatched: ({ source, method, path }) => remark(`${source}: no sample for ${method} ${path}`),
    })
    for (const line of sampleAdvice(plugins.sources)) remark(line)
    return serve(sandbox.listen(port(invocation)), invocation)
  },
}

export const gatewayCommands: readonly Command[] = [samples, record, replay]
