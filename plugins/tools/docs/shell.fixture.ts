/** The commands of a block, read as a shell reads them: as far as the pages go. */

export interface ShellCommand {
  /** As it stands there, without its comment. */
  readonly line: string
  readonly words: readonly string[]
  /** What the page says beside it, or an empty text. */
  readonly comment: string
}

const word = /(?:[^\s'"]|'[^']*'|"[^"]*")+/g
const wordsOf = (line: string): readonly string[] =>
  (line.match(word) ?? [])
    .map((one) => one.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''))
    // `NAME=value` before a command.
    .filter((one, i, all) => !(/^[A-Z_]+=/.test(one) && all.slice(0, i).every((before) => /^[A-Z_]+=/.test(before))))

export const shellCommands = (text: string): readonly ShellCommand[] =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [, whole, comment = ''] = /^(.*?)(?: +# (.*))?$/.exec(line)!
      return whole!
        .split(' && ')
        .map((one) => one.trim())
        .map((one) => ({ line: one, words: wordsOf(one), comment }))
    })

/** The arguments of `domesday`, however it is called; null for another command. */
export const domesdayArguments = ({ words }: ShellCommand): readonly string[] | null => {
  if (words[0] === 'npx' && words[1] === 'domesday') return words.slice(2)
  if (words[0] === 'domesday') return words.slice(1)
  return words.slice(0, 5).join(' ') === 'npm run -s domesday --' ? words.slice(5) : null
}
