import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

const logged = (
  level: string,
  write: (log: ReturnType<typeof createLog>) => void,
): readonly Record<string, unknown>[] => {
  const lines: string[] = []
  write(
    createLog(level, {
      write: (line) => {
        lines.push(line)
      },
    }),
  )
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('the log', () => {
  it('writes a line of JSON with its level, time and words', () => {
    const [line] = logged('info', (log) => log.info({ status: 200 }, 'answered'))
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      status: 200,
      msg: 'answered',
    })
  })

  it('leaves out what is below its level', () => {
    const levels = logged('warn', (log) => {
      log.debug('a')
      log.info('b')
      log.warn('c')
      log.error('d')
    }).map(({ level }) => level)
    expect(levels).toEqual(['warn', 'error'])
  })

  it('holds no credential, at the top or one level below', () => {
    const [line] = logged('info', (log) =>
      log.info(
        { key: 'x', authorization: 'x', sent: { headers: 'x', status: 1 }, list: [{ key: 1 }], none: null },
        'm',
      ),
    )
    expect(line).toEqual({
      level: 'info',
      time: expect.anything(),
      sent: { status: 1 },
      list: [{ key: 1 }],
      none: null,
      msg: 'm',
    })
  })

  it('loses no line to the end of the process', () => {
    const script = `import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
const log = createLog('info')
for (let i = 0; i < 500; i++) log.info({ i }, 'x'.repeat(200))
process.exit(0)`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
      encoding: 'utf8',
    })
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { i: number }).i),
    ).toEqual(Array.from({ length: 500 }, (_, i) => i))
  })
})
