import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../../../test/support/folder.ts'
import { csvRows, yamlRows } from './sample-files.ts'
import { inside, numberIn, page, within } from './sample.ts'

describe('choosing rows', () => {
  const westminster = { lat: 51.5, lng: -0.1275 }

  it('takes points within a radius in metres', () => {
    const near = within(1000, westminster)
    expect(near(westminster)).toBe(true)
    expect(near({ lat: 51.5, lng: -0.1415 })).toBe(true) // 969 m to the west
    expect(near({ lat: 51.5, lng: -0.1425 })).toBe(false) // 1,038 m
  })

  it('takes points in a ring', () => {
    const square = inside([
      { lat: 51, lng: -1 },
      { lat: 51, lng: 0 },
      { lat: 52, lng: 0 },
      { lat: 52, lng: -1 },
      { lat: 51, lng: -1 },
    ])
    expect(square(westminster)).toBe(true)
    expect(square({ lat: 51.5, lng: 0.1 })).toBe(false)
  })

  it('pages', () => {
    expect(page([1, 2, 3], 0, 2)).toEqual({ items: [1, 2], total: 3, next: 2 })
    expect(page([1, 2, 3], 2, 2)).toEqual({ items: [3], total: 3, next: null })
    expect(page([1, 2], 0, 2).next).toBeNull()
    expect(page([1], 5, 2)).toEqual({ items: [], total: 1, next: null })
  })

  it('reads a number of the query', () => {
    const query = new URLSearchParams('page=2&size=&lat=north')
    expect(['page', 'size', 'lat', 'none'].map((name) => numberIn(query, name, 10))).toEqual([2, 10, 10, 10])
  })
})

describe('files of rows', () => {
  it('reads a list of YAML, and names the file that holds none', () => {
    const folder = folderOf({
      'stops.yaml': '- { name: Bank, lat: 51.5 }\n',
      'one.yaml': 'name: Bank\n',
      'torn.yaml': '- {',
    })
    expect(yamlRows(folder, 'stops.yaml')).toEqual([{ name: 'Bank', lat: 51.5 }])
    expect(() => yamlRows(folder, 'one.yaml')).toThrow(`${join(folder, 'one.yaml')}: a list of rows is needed`)
    expect(() => yamlRows(folder, 'torn.yaml')).toThrow(join(folder, 'torn.yaml'))
  })

  it('reads CSV by its header line, values as text', () => {
    const folder = folderOf({
      'stops.csv': '\uFEFFcode,name\n01,"Bank, City"\n\n',
      'torn.csv': 'a,b\n1,2\n3\n',
      'one.csv': 'code\n01\n',
    })
    expect(csvRows(folder, 'stops.csv')).toEqual([{ code: '01', name: 'Bank, City' }])
    expect(csvRows(folder, 'one.csv')).toEqual([{ code: '01' }])
    expect(() => csvRows(folder, 'torn.csv')).toThrow(`${join(folder, 'torn.csv')}: row 2`)
  })
})
