/** The command `domesday-verify`. */
import { closeSync, openSync, readSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { answerPlace, format, sealedPlaces, type Pack } from './format.ts'
import { open } from './seal.ts'
import { keysIn, verifyFile, type FileFindings, type PublicKey } from './signed.ts'

export const usage = `domesday-verify <file> [--jwks <file>] [--json]

Checks an evidence pack, offline: its structure, the hash of each value that is there, and its id; of a signed
file also its bytes and its signature.

  --jwks <file>  the key set of the service: https://<service>/.well-known/jwks.json
  --json         what was found, for programs

Exit status: 0 no fault, 1 faults, 2 not checked (use, unreadable files, a signed file without --jwks).`

/** Bytes: the service keeps no pack that comes near it. */
const largest = 32 * 1024 * 1024
const mostFaults = 50

/** Files are from elsewhere: no character of theirs steers the terminal. */
const harmless = (line: string): string =>
  line.replace(/[^\P{C}\n]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)

/** A device or a pipe says that it has no bytes, and never ends: what is read is counted. */
export const bytesOf = (path: string): Buffer => {
  const file = openSync(path, 'r')
  try {
    const pieces: Buffer[] = []
    for (let all = 0; ;) {
      const piece = Buffer.alloc(65_536)
      const taken = readSync(file, piece)
      if (taken === 0) return Buffer.concat(pieces)
      all += taken
      if (all > largest) throw new Error(`${path} has more than ${largest} bytes, the most that are read`)
      pieces.push(piece.subarray(0, taken))
    }
  } finally {
    closeSync(file)
  }
}

const keysFrom = async (path: string): Promise<readonly PublicKey[]> => {
  const { keys, faults } = await keysIn(Buffer.from(bytesOf(path)).toString())
  if (faults.length > 0) throw new Error(`cannot use the keys in ${path}:\n${faults.join('\n')}`)
  return keys
}

const shown = (findings: FileFindings, status: number) => {
  const { pack, signature, kid, faults } = findings
  return {
    ok: status === 0,
    format,
    id: pack?.id ?? null,
    signature,
    kid,
    left_out: pack ? open(pack).leftOut : null,
    not_replayable: pack?.not_replayable ?? null,
    faults,
  }
}

const packLines = (pack: Pack): readonly string[] => {
  const { endpoint, depth, now, asks } = pack.form
  const { leftOut } = open(pack)
  // Of the answer, a pack has the hash alone.
  const count = (places: Iterable<string>): number => [...places].filter((place) => place !== answerPlace).length
  const all = count(sealedPlaces(pack.form).keys())
  const sources = new Set(asks.map(({ source }) => source)).size
  return [
    `The structure is that of ${format}.`,
    `${all - count(leftOut)} of ${all} sealed values are there, and each is the one that was sealed.`,
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}`] : []),
    `The id is the hash of the form: ${pack.id}`,
    `It is of a look-up of '${endpoint}' at depth ${depth}, made at ${now} from ${asks.length} questions to ${sources} sources.`,
  ]
}

const signatureLine: Readonly<Record<FileFindings['signature'], (kid: string | null) => string>> = {
  valid: (kid) => `The file has its canonical bytes, and the signature is that of the key ${kid}.`,
  invalid: () => 'The signature is not valid.',
  not_checked: (kid) => `The file names the key ${kid}. Its signature was NOT checked: give the key set with --jwks.`,
  none: () => 'The file is not signed: anyone may have made it.',
}

const meaning = `What this proves: whoever holds the key signed exactly these bytes. They say what the service received from its
sources, under which settings, and, by its hash, which answer it made of that.
What this does not prove: that a register or another source is right, that the clock of the service was, or that
nothing else was known. The key is the service's only if you have the key set from the service itself.`

const findingLines = (findings: FileFindings): readonly string[] => {
  const { pack, signature, kid, faults } = findings
  if (faults.length === 0)
    return [signatureLine[signature](kid), ...packLines(pack!), ...(signature === 'valid' ? ['', meaning] : [])]
  const more = faults.length - mostFaults
  return [
    `The file is refused, for ${faults.length === 1 ? 'one fault' : `${faults.length} faults`}:`,
    ...faults.slice(0, mostFaults).map((fault) => `- ${fault}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

export interface Printing {
  /** Writes to standard output. */
  print(text: string): void
  /** Writes to standard error. */
  remark(text: string): void
}

/** Resolves to the exit status. */
export const verifyCommand = async (args: readonly string[], { print, remark }: Printing): Promise<number> => {
  let findings: FileFindings,
    asJson = false
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { jwks: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help) {
      print(usage)
      return 0
    }
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) throw new Error('needs exactly one file')
    asJson = values.json === true
    findings = await verifyFile(bytesOf(file), values.jwks === undefined ? null : await keysFrom(values.jwks))
  } catch (error) {
    remark(harmless(`domesday-verify: ${(error as Error).message}\n'domesday-verify --help' says how it is used.`))
    return 2
  }
  const status = findings.faults.length > 0 ? 1 : findings.signature === 'not_checked' ? 2 : 0
  if (asJson) print(JSON.stringify(shown(findings, status), null, 2))
  else print(harmless(findingLines(findings).join('\n')))
  return status
}
