/** What a start prints: the addresses, a sandbox key with a first call, or the readiness of each source. */
import type { Reserved } from '../registry/licences.ts'
import { isProject } from './options.ts'
import type { Listening } from './service.ts'
import { inColumns } from './columns.ts'
import { tokens } from './tokens.ts'

/** The label of the key that a sandbox prints. */
const demo = 'demo'

const commands = isProject()
  ? { live: 'npm start -- --live', domesday: 'npm run -s domesday --', terms: 'docs/sources.md' }
  : { live: 'npx domesday start --live', domesday: 'npx domesday', terms: 'GET /catalogue' }

/** A new key for the sandbox; revokes those of earlier starts. */
const demoKey = async ({ container }: Listening): Promise<string> => {
  const { keys } = container.get(tokens.billing)
  for (const { id, label, revokedAt } of await keys.list())
    if (label === demo && revokedAt === null) await keys.revoke(id)
  const { key } = await keys.create({
    credits: container.get(tokens.configured).current().service.keys.demo_credits,
    label: demo,
  })
  return key
}

const indented = (rows: readonly (readonly string[])[]): string => inColumns(rows).replace(/^/gm, '  ')

/** What the operator must do before a source, or a part of it, is asked. */
const licenceAdvice = (name: string, { charging, word }: Reserved): string =>
  `${charging === 'discouraged' ? 'its keeper warns off services that charge' : 'needs a licence'}; write licences: { ${name}: ${word} } in config/service.yaml ${
    charging === 'discouraged' ? 'to ask it all the same' : 'once you hold it'
  }`

const readiness = ({ container }: Listening): string => {
  const { plugins, packages } = container.get(tokens.configured),
    isScheduled = packages.jobs !== null,
    { lacking } = container.get(tokens.readiness)
  const { reserved, isHeld } = container.get(tokens.licences)
  const lines = [...plugins.sources.keys()].sort().flatMap((id) => {
    const gap = lacking(id)
    const credential = gap && gap.env.length > 0 ? `set ${gap.env.join(' and ')}` : null
    const state =
      gap === null
        ? 'ready'
        : gap.reason === 'not_licensed'
          ? ['off', licenceAdvice(id, reserved.get(id)!)].join(': ') + (credential === null ? '' : `; ${credential}`)
          : (credential ??
            (isScheduled
              ? 'not imported yet: see the scheduled work'
              : `run: ${commands.domesday} datasets pull ${id} --live`))
    const parts = [...reserved]
      .filter(([name, { source, part }]) => source.id === id && part !== null && !isHeld(name))
      .map(([name, part]) => ['', `off: ${part.title}: ${licenceAdvice(name, part)}`])
    return [[id, state], ...parts]
  })
  return indented(lines)
}

/** What the operator is responsible for when charging for answers. */
const charging = ({ container }: Listening): string => {
  const { reserved, isHeld } = container.get(tokens.licences)
  const held = [...reserved].filter(([name]) => isHeld(name))
  return [
    `  Before you charge for answers, read what the terms of each source ask of you, in ${commands.terms}: May I charge for this?`,
    ...held.map(
      ([name, { title, word, terms }]) => `  On your word (${word}): ${name}, ${title}. Its terms: ${terms.url}`,
    ),
  ].join('\n')
}

const scheduled = ({ container }: Listening): string =>
  container.get(tokens.configured).packages.jobs === null
    ? ''
    : `\n  jobs     ${commands.domesday} jobs list --live shows when datasets are pulled, which happens by itself`

const described = ({ container }: Listening): string =>
  container
    .get(tokens.surfaces)
    .descriptions()
    .flatMap(({ greeting: line }) => (line ? [`\n  ${line.name.padEnd(8)} ${line.text}`] : []))
    .join('')

/** Where keys and credits are, and what this node shares with others. */
const kept = ({ container }: Listening): string => {
  const { store, shared: engine } = container.get(tokens.configured).packages
  const shared = container.get(tokens.shared)
  if (container.get(tokens.billing).fleet === undefined) return `  ledger   ${store.id}, of this machine alone`
  const limits =
    engine === null || shared === null
      ? 'kept by each node by itself: VALKEY_URL is not set'
      : `shared by ${engine.id}, ${shared.state.available ? `nodes now: ${shared.state.nodes}` : 'which cannot be used now: the log says why'}`
  return `  ledger   ${store.id}, shared by all nodes with its address\n  limits   ${limits}`
}

export const greeting = async (service: Listening): Promise<string> => {
  const { container, origin, metricsOrigin } = service
  const { mode, gateway } = container.get(tokens.options)
  const { plugins } = container.get(tokens.configured)
  const metrics = metricsOrigin ? `\n  metrics  ${metricsOrigin}/metrics` : ''
  if (mode === 'sandbox') {
    const key = await demoKey(service)
    const [firstCall] = container
      .get(tokens.surfaces)
      .descriptions()
      .flatMap((one) => one.firstCall?.(origin, key) ?? [])
    return `
Domesday, sandbox: a small set of sample data. Companies, people and vehicles in it are invented.

  address  ${origin}
  key      ${key}${metrics}
${firstCall === undefined ? '' : `\n  ${firstCall}\n`}
${plugins.endpoints.size} endpoints, ${plugins.sources.size} sources. Real data: ${commands.live}
`
  }
  return `
Domesday, live${gateway === undefined ? '' : `, through ${gateway}`}.

  address  ${origin}${metrics}
${kept(service)}
  a key    ${commands.domesday} keys create --credits 500 --live${scheduled(service)}${described(service)}

${readiness(service)}

${charging(service)}
`
}
