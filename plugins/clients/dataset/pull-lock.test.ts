import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { csvTable, folder, pullFrom, schools, serving } from '../../../test/support/datasets.ts'
import { whileLocked } from './pull-lock.ts'
import { refreshDataset } from './refresh.ts'

const tables = { '/schools.csv': csvTable('1,Ash,,,') }

it('one pull of a dataset runs at a time; that of another is free', async () => {
  const dir = folder()
  const within = await whileLocked(dir, 'schools', async () => [
    await whileLocked(dir, 'schools', async () => 'too'),
    await whileLocked(dir, 'trees', async () => 'too'),
  ])
  expect(within).toEqual([null, 'too'])
  expect(await whileLocked(dir, 'schools', async () => 'again')).toBe('again')
})

it('a refresh is refused while another process pulls, and is done once that has died', async () => {
  const dir = folder()
  const dataset = schools()
  const refresh = () =>
    refreshDataset(dataset, {
      dir,
      day: new Date('2026-03-05T09:00:00Z'),
      download: serving(tables),
      fetchPage: () => Promise.reject(new Error('no pages here')),
      shared: null,
    })
  const script = join(dir, 'holder.ts')
  const module = JSON.stringify(import.meta.resolve('./pull-lock.ts'))
  writeFileSync(
    script,
    `import { whileLocked } from ${module}
await whileLocked(${JSON.stringify(dir)}, 'schools', () => {
  process.send!('held')
  return new Promise((resolve) => setTimeout(resolve, 60_000))
})`,
  )
  const child = fork(script, [], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  await expect(refresh()).rejects.toThrow('is being pulled by another process')
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
  expect((await refresh()).rows).toBe(1)
})

it('a failed pull frees the lock', async () => {
  const dir = folder()
  await expect(whileLocked(dir, 'schools', () => pullFrom(schools(), dir, {}))).rejects.toThrow('answered 404')
  expect(await whileLocked(dir, 'schools', async () => 'free')).toBe('free')
})
