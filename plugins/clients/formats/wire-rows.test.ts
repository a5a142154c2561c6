import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { DatasetFile } from '@domesday/core'
import { csvFile, folder } from '../../../test/support/datasets.ts'
import { readJsonList } from './json-rows.ts'
import { readWire } from './index.ts'

const read = async (body: string | Uint8Array, file: Partial<DatasetFile> = {}): Promise<any[]> => {
  const path = join(folder(), 'body')
  writeFileSync(path, body)
  const rows: unknown[] = []
  await readWire(path, csvFile(file), (wire) => rows.push(wire))
  return rows
}

describe('a table', () => {
  it('may hold quotes, delimiters and line ends in its cells', async () => {
    expect(await read('a,b\r\n1,"x ""q"", y\r\nz"\r\n2,plain\r\n')).toEqual([
      { a: '1', b: 'x "q", y\nz' },
      { a: '2', b: 'plain' },
    ])
  })

  it('is the same wherever its bytes are cut', async () => {
    const cell = fc.stringMatching(/^[a-z",\r\n é€]{0,12}$/).map((text) => text.replaceAll('\r', ''))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), async (cells) => {
        const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
        // Large enough for several pieces of a stream.
        const padding = 'p'.repeat(30_000)
        const text = `a,b,c\n${cells.map(([a, b]) => `${quoted(a)},${quoted(b)},${padding}\n`).join('')}`
        expect((await read(text)).map(({ a, b }) => [a, b])).toEqual(cells)
      }),
      { numRuns: 20 },
    )
  })

  it('is read in its encoding, without a byte-order mark', async () => {
    expect(await read('\ufeffname\nNôtre Dame\n')).toEqual([{ name: 'Nôtre Dame' }])
    const windows = Buffer.from('name\nN\u00f4tre Dame \u0080\n', 'latin1')
    expect(await read(windows, { encoding: 'windows-1252' })).toEqual([{ name: 'Nôtre Dame €' }])
    expect(await read(windows, { encoding: 'detect' })).toEqual([{ name: 'Nôtre Dame €' }])
    expect(await read('\ufeffname\nNôtre Dame €\n', { encoding: 'detect' })).toEqual([{ name: 'Nôtre Dame €' }])
  })

  it('may have stray NULs, which are no text', async () => {
    expect(
      await read('A title\n\0Region,n\0\nWales,1\0\nEngland,2\n\0\0', { header: 'Region', encoding: 'detect' }),
    ).toEqual([
      { Region: 'Wales', n: '1' },
      { Region: 'England', n: '2' },
    ])
  })

  it('may have rows above its header, of another line end, or no header', async () => {
    expect(await read('A title\nmade on a day\n\r\na,b\r\n1,2\r\n', { skip: 3 })).toEqual([{ a: '1', b: '2' }])
    expect(await read('A title\n\nRegion,n\nWales,2\n', { header: 'Region' })).toEqual([{ Region: 'Wales', n: '2' }])
    expect(await read('1;2\n3;4\n', { columns: ['a', 'b'], delimiter: ';' })).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ])
  })

  it('has no row where all cells are blank, as below a sheet that was saved as CSV', async () => {
    expect(await read('a,b\n1,\n,,\n,2\n,\n\n"",""\n')).toEqual([
      { a: '1', b: '' },
      { a: '', b: '2' },
    ])
  })

  it('keeps columns of the same name apart, and fills what a short row lacks', async () => {
    expect(await read('a, a ,__proto__,b"); throw 1\n1,2,3\n\n4,5,6,7\n')).toEqual([
      { a: '1', a_2: '2', 'b"); throw 1': '' },
      { a: '4', a_2: '5', 'b"); throw 1': '7' },
    ])
  })

  it('is refused where it ends within a row', async () => {
    await expect(read('a,b,c\n1,2,3\n4,5')).rejects.toThrow('in the middle of a row')
    await expect(read('a,b\n1,2\n3,"fou')).rejects.toThrow('in the middle of a cell')
    await expect(read(`a,b\n1,"${'2\n'.repeat(3_000_000)}`)).rejects.toThrow('a row without an end')
    expect(await read('a,b\n1,2\n3,4')).toHaveLength(2)
  })
})

describe('a JSON document', () => {
  it('is a list, or holds one under a name or where a function finds it', async () => {
    expect(await read('[{"a":1},{"a":[2,{"b":"]"}]}]', { as: 'json' })).toEqual([{ a: 1 }, { a: [2, { b: ']' }] }])
    expect(
      await read('{"n":["x"],"in":{"grants":[9]},"of":"grants","grants":[{"a":1}],"grants2":[3]}', {
        as: 'json',
        rows: 'grants',
      }),
    ).toEqual([{ a: 1 }])
    expect(await read('{"in":{"grants":[9,10]}}', { as: 'json', rows: (body) => body.in.grants })).toEqual([9, 10])
    expect(await read('[]', { as: 'json' })).toEqual([])
  })

  it('gives its items wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.string(), fc.nat(20), async (items, name, size) => {
        const text = JSON.stringify(
          { first: { [name]: [1] }, [`${name}"`]: '\\', rows: items, last: [] },
          null,
          size % 3,
        )
        const pieces = async function* () {
          for (let at = 0; at < text.length; at += size + 1) yield text.slice(at, at + size + 1)
        }
        const found: unknown[] = []
        await readJsonList(pieces(), 'rows', (item) => found.push(item))
        expect(found).toEqual(JSON.parse(JSON.stringify(items)))
      }),
    )
  })

  it('is refused where it is cut short, holds no such list, or is none', async () => {
    await expect(read('[{"a":1},{"a":2}', { as: 'json' })).rejects.toThrow('ends before its list does')
    await expect(read('{"a":[1]}', { as: 'json', rows: 'b' })).rejects.toThrow("no list 'b'")
    await expect(read('{"a":1}', { as: 'json' })).rejects.toThrow('no list')
    await expect(read('[oops]', { as: 'json' })).rejects.toThrow('not JSON')
    await expect(read('{"a":1}', { as: 'json', rows: (body) => body.a })).rejects.toThrow('no list of rows')
  })

  it('may be one a line', async () => {
    expect(await read('{"a":1}\n\n{"a":2}', { as: 'jsonl' })).toEqual([{ a: 1 }, { a: 2 }])
    await expect(read('{"a":1}\n{"a"', { as: 'jsonl' })).rejects.toThrow('not JSON')
  })
})

it('an XML document gives the rows that a function finds', async () => {
  const file: Partial<DatasetFile> = { as: 'xml', rows: (body) => body.stops.stop }
  expect(await read('<stops><stop id="1"><n>01</n></stop><stop id="2"><n>02</n></stop></stops>', file)).toEqual([
    { '@id': '1', n: '01' },
    { '@id': '2', n: '02' },
  ])
  await expect(read('<stops><stop id="1"><n>01</n></stop><stop', file)).rejects.toThrow('not XML')
})

describe('an XML document that is streamed', () => {
  const file: Partial<DatasetFile> = { as: 'xml', rows: 'Stop' }
  const stop = (n: number): string => `<Stop><StopName>A &amp; ${n}</StopName><At><X>${n}</X><X>0</X></At></Stop>`
  const document = (rows: string): string =>
    `\ufeff<?xml version="1.0" encoding="utf-8"?>\n<Stops xmlns:a="b"><Made>08/10/2026</Made>${rows}</Stops>\n`

  it('gives the elements of a name, each with the texts above the first', async () => {
    expect(await read(document(`${stop(1)}<StopArea/><Stop/>`), file)).toEqual([
      { Made: '08/10/2026', StopName: 'A & 1', At: { X: ['1', '0'] } },
      { Made: '08/10/2026' },
    ])
    expect(await read(document(''), file)).toEqual([])
  })

  it('is the same however long it is', async () => {
    const rows = await read(document(Array.from({ length: 5_000 }, (_, n) => stop(n)).join('\n')), file)
    expect([rows.length, rows[4_321].At.X[0]]).toEqual([5_000, '4321'])
  })

  it('is refused where it is cut short, or is none', async () => {
    for (const cut of ['</Stops>', '</Stop></Stops>'])
      await expect(read(document(stop(1) + stop(2)).split(cut)[0]!, file)).rejects.toThrow('before its root does')
    await expect(read('Not found', file)).rejects.toThrow('not XML')
  })
})

describe('a zip', () => {
  const zip = zipSync({
    'README.txt': strToU8('a,b\n0,0\n'),
    'data/2025.csv': strToU8('a,b\n1,2\n'),
    'data/2026.csv': [strToU8('a,b\n3,4\n'), { level: 0 }],
  })

  it('is read at the entry of a name, or at all that match', async () => {
    expect(await read(zip, { zip: 'data/2026.csv' })).toEqual([{ a: '3', b: '4' }])
    expect(await read(zip, { zip: /\.csv$/ })).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ])
    await expect(read(zip, { zip: /\.xml$/ })).rejects.toThrow('no such entry')
  })

  it('is refused where it is cut short or altered', async () => {
    await expect(read(zip.subarray(0, zip.length - 30), { zip: /\.csv$/ })).rejects.toThrow('damaged or cut short')
    const altered = Uint8Array.from(zip)
    altered[Buffer.from(zip).indexOf('3,4')] = 57
    await expect(read(altered, { zip: 'data/2026.csv' })).rejects.toThrow('damaged')
    const long = zipSync({
      'a.csv': strToU8(`a\n${Array.from({ length: 5_000 }, (_, n) => (n * 7919) % 10_007).join('\n')}\n`),
    })
    expect(await read(long, { zip: 'a.csv' })).toHaveLength(5_000)
    await expect(
      read(
        long.map((byte, at) => (at > 5_000 && at < 5_010 ? 0 : byte)),
        { zip: 'a.csv' },
      ),
    ).rejects.toThrow('damaged')
    await expect(read('<html>', { zip: /\.csv$/ })).rejects.toThrow('damaged')
  })

  it('is refused where an entry is longer or shorter than it says, or encrypted', async () => {
    const directory = Buffer.from(zip).lastIndexOf(Buffer.from('PK\x01\x02')) - 46 - 'data/2025.csv'.length
    const changed = (at: number, value: number): Uint8Array =>
      Object.assign(Uint8Array.from(zip), { [directory + at]: value })
    expect(await read(changed(24, 8), { zip: 'data/2025.csv' })).toHaveLength(1)
    for (const size of [7, 9, 0])
      await expect(read(changed(24, size), { zip: 'data/2025.csv' }), `${size} bytes`).rejects.toThrow('damaged')
    for (const [at, value] of [
      [8, 1],
      [10, 99],
    ] as const)
      await expect(read(changed(at, value), { zip: 'data/2025.csv' })).rejects.toThrow('encrypted, or compressed')
  })

  it('may be of the wide kind, whose sizes stand in an extra field', async () => {
    const text = Buffer.from('a,b\n5,6\n')
    const local = Buffer.alloc(30 + 5)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(5, 26)
    local.write('a.csv', 30)
    const entry = Buffer.alloc(46 + 5 + 28)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt32LE(crc32(text), 16)
    for (const at of [20, 24, 42]) entry.writeUInt32LE(0xffffffff, at)
    entry.writeUInt16LE(5, 28)
    entry.writeUInt16LE(28, 30)
    entry.write('a.csv', 46)
    entry.writeUInt16LE(1, 51)
    entry.writeUInt16LE(24, 53)
    for (const [n, size] of [text.length, text.length, 0].entries()) entry.writeBigUInt64LE(BigInt(size), 55 + n * 8)
    const begin = local.length + text.length
    const end = Buffer.alloc(56 + 20 + 22)
    end.writeUInt32LE(0x06064b50, 0)
    for (const [at, value] of [
      [32, 1],
      [40, entry.length],
      [48, begin],
    ] as const)
      end.writeBigUInt64LE(BigInt(value), at)
    end.writeUInt32LE(0x07064b50, 56)
    end.writeBigUInt64LE(BigInt(begin + entry.length), 64)
    end.writeUInt32LE(0x06054b50, 76)
    for (const at of [84, 86]) end.writeUInt16LE(0xffff, at)
    for (const at of [88, 92]) end.writeUInt32LE(0xffffffff, at)
    expect(await read(Buffer.concat([local, text, entry, end]), { zip: 'a.csv' })).toEqual([{ a: '5', b: '6' }])
  })

  it('is refused where it unpacks to far more than any table', async () => {
    const bomb = zipSync({ 'a.csv': new Uint8Array(68_000_000).fill(10) }, { level: 1 })
    expect(bomb.length).toBeLessThan(400_000)
    await expect(read(bomb, { zip: 'a.csv', as: 'jsonl' })).rejects.toThrow('decompresses to more than')
  })
})
