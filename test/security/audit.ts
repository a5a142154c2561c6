/**
 * `npm run audit`: known vulnerabilities of what runs. Ends with 1 for one of high or critical severity, and with 0 and
 * a line that says so where the registry does not tell. Arguments go to npm.
 */
import { execFile } from 'node:child_process'

interface Vulnerability {
  readonly severity: string
  readonly via: readonly (string | { readonly title: string; readonly url: string })[]
}
interface Report {
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>
  readonly message?: string
  readonly error?: { readonly summary?: string }
}

const grave: ReadonlySet<string> = new Set(['high', 'critical'])

const report = await new Promise<Report>((resolve, reject) => {
  const args = ['audit', '--omit=dev', '--json', ...process.argv.slice(2)]
  execFile('npm', args, { maxBuffer: 1e8, timeout: 120_000 }, (fault, out, err) => {
    try {
      resolve(JSON.parse(out) as Report)
    } catch {
      reject(new Error(`npm audit said nothing that can be read: ${err || String(fault)}`))
    }
  })
})

/** In messages about a registry without audits, or out of reach. */
const auditPath = '/-/npm/v1/security/'

if (report.vulnerabilities === undefined) {
  const why = report.message || report.error?.summary || JSON.stringify(report)
  const isSkipped = why.includes(auditPath)
  if (isSkipped) console.log(`skipped the audit of dependencies, because the registry did not answer it: ${why}`)
  else {
    console.log(`the audit of dependencies failed: ${why}`)
    process.exitCode = 1
  }
} else {
  const found = Object.entries(report.vulnerabilities)
  for (const [name, { severity, via }] of found)
    for (const one of via)
      console.log(`${severity}: ${name}: ${typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`}`)
  console.log(`${found.length} packages with known vulnerabilities among those that run`)
  if (found.some(([, { severity }]) => grave.has(severity))) process.exitCode = 1
}
