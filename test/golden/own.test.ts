/** Of the cases that the project keeps none gets lost, and none tells what another tells. */
import { describe, expect, it } from 'vitest'
import type { Case } from './case.ts'
import { onFile } from './cases/companies.ts'
import { directors } from './cases/directors.ts'
import { failing, notImported, withoutKeys } from './cases/doubt.ts'
import { ends } from './cases/ends.ts'
import { insolvency } from './cases/insolvency.ts'
import { nations } from './cases/nations.ts'
import { developments, environments } from './cases/places.ts'
import { registers } from './cases/registers.ts'
import { laws, trades } from './cases/subjects.ts'
import { tariffs } from './cases/tariff.ts'
import { vehicles } from './cases/vehicles.ts'
import { verdicts } from './cases/verdicts.ts'

const tables: readonly (readonly Case[])[] = [
  insolvency,
  onFile,
  verdicts,
  directors,
  vehicles,
  registers,
  environments,
  developments,
  ends,
  nations,
  laws,
  tariffs,
  trades,
  failing,
  notImported,
  withoutKeys,
]
const all = tables.flat()
const twice = (texts: readonly string[]): readonly string[] => texts.filter((text, i) => texts.indexOf(text) !== i)

describe('the golden cases', () => {
  it('are as many as a release needs', () => expect(all.length).toBeGreaterThanOrEqual(200))

  it('have each an id and a sentence of its own', () => {
    expect(twice(all.map(({ id }) => id))).toEqual([])
    expect(twice(all.map(({ says }) => says))).toEqual([])
    expect(all.filter(({ id }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
  })

  it('have companies, persons and vehicles of their own', () => {
    const subjects = all
      .flatMap(({ asks }) => [asks].flat())
      .filter((path) => /^\/(entity|report|director|vehicle)/.test(path))
    expect(twice(subjects)).toEqual([])
    expect(subjects.filter((path) => /990000|ZZ19DOM|ZZ08BUK|ZZ25NEW|ZZ16DVA|ZZ18TWO/.test(path))).toEqual([])
  })
})
