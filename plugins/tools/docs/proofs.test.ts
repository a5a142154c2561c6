/** The tests that pages name as proofs are there, by file and by name. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { describe, expect, it } from 'vitest'

const textOf = (page: string): string => readFileSync(join(projectRoot, 'docs', page), 'utf8')
const proofsIn = (text: string) =>
  [...text.matchAll(/\]\(\.\.\/([^)]+\.test\.ts)\): “([^”]+)”/g)].map(([, file, name]) => ({
    file: file!,
    name: name!,
  }))

describe.each(['security.md', 'reliability.md'])('%s', (page) => {
  it('names tests that are there', () => {
    const proofs = proofsIn(textOf(page))
    expect(proofs.length).toBeGreaterThan(5)
    const missing = proofs.filter(({ file, name }) => {
      const path = join(projectRoot, file)
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(name)
    })
    expect(missing).toEqual([])
  })

  it('has a test at every link to one', () => {
    const links = [...textOf(page).matchAll(/\]\(\.\.\/[^)]+\.test\.ts\)/g)]
    expect(proofsIn(textOf(page))).toHaveLength(links.length)
  })
})

it('each of the ten risks has a proof', () => {
  const [, ...risks] = textOf('security.md').split(/^### (?=API\d)/m)
  expect(risks.map((risk) => /^API\d+/.exec(risk)![0])).toEqual(Array.from({ length: 10 }, (_, n) => `API${n + 1}`))
  expect(risks.filter((risk) => proofsIn(risk).length === 0)).toEqual([])
})
