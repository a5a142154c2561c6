/** What settings allow and an operator seldom means: said by `config check`, and no fault. */
import { formatFault, placeAt, type inspect } from '@domesday/core/tool'
import { BlockList, isIP } from 'node:net'

type Inspected = Pick<Awaited<ReturnType<typeof inspect>>, 'plugins' | 'reading'>
type Path = readonly (string | number)[]

/** Addresses of a machine's own surroundings, and names under which clouds hand out credentials. */
const linkLocal = new BlockList()
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4')
linkLocal.addSubnet('fe80::', 10, 'ipv6')
linkLocal.addAddress('fd00:ec2::254', 'ipv6')
const metadataNames = /^(metadata|metadata\.google\.internal|metadata\.goog|instance-data)\.?$/i

const isOfTheMachine = (text: string): boolean => {
  const url = /^https?:/i.test(text) ? URL.parse(text) : null
  if (url === null) return false
  const host = url.hostname.replace(/^\[|\]$/g, ''),
    family = isIP(host)
  return family === 0 ? metadataNames.test(host) : linkLocal.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

const textsIn = function* (value: unknown, path: Path = []): Generator<readonly [Path, string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value)) for (const [i, one] of value.entries()) yield* textsIn(one, [...path, i])
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) yield* textsIn(one, [...path, key])
}

const isEverybody = (range: string): boolean => /\/0+$/.test(range)
const isSecret = (variable: string): boolean => /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i.test(variable)

/** One line for each, with its place. Paths count from `cwd`. */
export const settingsNotes = ({ reading }: Inspected, cwd: string): readonly string[] => {
  const notes: string[] = []
  for (const [key, settings] of reading.settings) {
    const tree = reading.trees.get(key)
    const note = (path: Path, message: string): void =>
      void notes.push(tree ? formatFault({ ...placeAt(tree, path), message }, cwd) : `${key}: ${message}`)
    for (const [path, text] of textsIn(settings))
      if (isOfTheMachine(text))
        note(path, `${path.join('.')} is an address where a machine or a cloud keeps credentials: is it meant?`)
    if (key !== 'service:service') continue
    const { http } = settings as { readonly http: { readonly trust_proxy: readonly string[] } }
    for (const [i, range] of http.trust_proxy.entries())
      if (isEverybody(range))
        note(
          ['http', 'trust_proxy', i],
          `http.trust_proxy trusts everybody (${range}): any caller can then claim any address in X-Forwarded-For`,
        )
    const contact = tree?.kind === 'map' ? tree.entries.get('contact')?.value : undefined
    const secrets = contact?.kind === 'scalar' ? (contact.variables ?? []).filter(isSecret) : []
    for (const name of secrets)
      note(['contact'], `contact is sent to every source, and \${${name}} has the name of a secret`)
  }
  return notes
}
