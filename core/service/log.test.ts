import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLog, logOutput } from './log.ts'

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

describe('the output of the log', () => {
  const failing = (code: string): Error => Object.assign(new Error(code), { code })

  it('drops lines where the disk is full, and tells of them when it is not', () => {
    let written = '',
      isFull = false
    const out = logOutput((bytes) => {
      if (isFull) throw failing('ENOSPC')
      written += bytes.toString()
      return bytes.length
    })
    out.write('1\n')
    out.flush()
    isFull = true
    for (let line = 0; line < 3; line++) out.write('lost\n')
    out.flush()
    isFull = false
    out.write('2\n')
    out.flush()
    out.flush()
    expect(written).toBe('1\n\n{"level":"warn","lines":3,"msg":"log lines were dropped"}\n2\n')
  })

  it('writes the rest later for a slow reader, and drops nothing', () => {
    let written = '',
      room = 3
    const out = logOutput((bytes) => {
      if (room === 0) throw failing('EAGAIN')
      const taken = bytes.subarray(0, room)
      room -= taken.length
      written += taken.toString()
      return taken.length
    })
    out.write('first\n')
    out.flush()
    expect(written).toBe('fir')
    room = 100
    out.write('second\n')
    out.flush()
    expect(written).toBe('first\nsecond\n')
  })

  it('keeps at most a megabyte for a reader that has stopped, and does not join it anew with each line', () => {
    let most = 0,
      taken = 0,
      isStopped = true
    const out = logOutput((bytes) => {
      most = Math.max(most, bytes.length)
      if (isStopped) throw failing('EAGAIN')
      taken += bytes.length
      return bytes.length
    })
    for (let line = 0; line < 300; line++) out.write(`${'x'.repeat(9_999)}\n`)
    isStopped = false
    out.flush()
    expect(taken).toBeGreaterThan(900_000)
    expect(taken).toBeLessThanOrEqual(1_000_000)
    expect(most).toBeLessThan(20_000)
  })
})
