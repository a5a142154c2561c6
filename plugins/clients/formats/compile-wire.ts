/**
 * Compiles the check of a parsed body from what is declared of it: reading a member by a constant name takes a tenth of
 * reading it by a computed one, and bodies have up to a million members.
 */
import { isPlainText, plainText } from '@domesday/core'
import { isOne, isWireList, unwrapped, type Member, type Members, type Wire, type Due } from '@domesday/core/client'
import { lookIn, type Unnamed } from './unnamed-members.ts'

export interface Running extends Unnamed {
  seen: Int32Array
  lacks: Int32Array
  odd: Int32Array
  rows: number
  listed: number
  unread: number
  at: number
}
export interface Compiled {
  readonly paths: readonly string[]
  /** The places of members that nearly all rows have. */
  readonly often: readonly number[]
  /** Of what a body has to have, and the rows of its own lists: without it may be another document. */
  readonly musts: readonly number[]
  readonly run: (body: any, running: Running) => any
}

/** Of long lists the names of members are looked at in the first rows, and in one of so many. */
const always = 32,
  oneIn = 16
/** Of fewer rows than these, one that can be read is enough. */
const few = 5

const notes: Record<string, (name: string) => string> = {
  text: (v) => `typeof ${v} !== 'string'`,
  // A number that is too large for one is read as infinite.
  number: (v) => `!Number.isFinite(${v})`,
  flag: (v) => `typeof ${v} !== 'boolean'`,
  scalar: (v) => `typeof ${v} === 'object'`,
}

/** What is lost where an object cannot be read: the body, a row of a list that every body has, or itself alone. */
type Lost = 'body' | 'row' | 'itself'
interface Entry {
  readonly name: string
  readonly path: string
  readonly inner: Member
  readonly how: Due
  readonly orNull: boolean
}

/** The names of the members of an object, or of the rows of a list. */
const namesIn = (member: Member): ReadonlySet<string> => {
  const inner = isWireList(member) ? unwrapped(member[0]).inner : member
  return new Set(isOne(inner) || isWireList(inner) ? [] : Object.keys(inner))
}
const holdsText = (member: Member): boolean => isOne(member) && (member.kind === 'text' || member.kind === 'scalar')
/** Text of a source steers nobody who reads it. */
const plain = (value: unknown): unknown => (typeof value === 'string' && !isPlainText(value) ? plainText(value) : value)

/** The functions of a declaration: one for each object. `JSON.stringify` makes names literals: none becomes code. */
export const compileWire = ({ of }: Wire<any>, isTable = false): Compiled => {
  const paths: string[] = []
  const functions: string[] = []
  const looks: ((object: any, running: Running) => void)[] = []
  const often: number[] = [],
    musts: number[] = []
  const place = (path: string): number => paths.push(path) - 1

  /** Gives the name of a function `(object, running) => whether it can be read`. */
  const objectOf = (members: Members, path: string, lost: Lost): string => {
    const id = functions.push('') - 1
    const entries = Object.entries(members).map(([name, member]) => ({
      name,
      path: path === '' ? name : `${path}.${name}`,
      ...unwrapped(member),
    }))
    const lines = entries
      .filter(({ inner }) => !(isOne(inner) && inner.kind === 'ignored'))
      .map((entry) => memberOf(entry, lost))
    looks[id] = lookIn(
      new Set(Object.keys(members)),
      entries.map(({ name, path, inner }) => ({
        name,
        path,
        kind: isOne(inner) ? inner.kind : isWireList(inner) ? 'list' : 'object',
        below: namesIn(inner),
      })),
      path,
    )
    functions[id] = `function f${id}(o, r) {
      let v, ok = true; r.rows++
      ${lines.join('\n')}
      if (r.at < ${always} || r.at % ${oneIn} === 0) looks[${id}](o, r)
      return ok
    }`
    return `f${id}`
  }

  const memberOf = ({ name, path, inner, how, orNull }: Entry, around: Lost): string => {
    const lost = how === 'must' ? around : 'itself'
    const at = place(path),
      literal = JSON.stringify(name)
    if (how === 'often') often.push(at)
    if (how === 'must' && lost !== 'itself') musts.push(at)
    const gone = how === 'must' ? `r.lacks[${at}]++; ok = false` : `r.lacks[${at}]++`
    const wrong = how === 'must' ? `r.odd[${at}]++; ok = false` : `o[${literal}] = undefined; r.odd[${at}]++`
    const nulls = orNull ? '' : `else if (v === null) { ${gone} }`
    const start = `r.seen[${at}]++; v = o[${literal}]
      if (v === undefined${isTable && how === 'must' ? " || v === ''" : ''}) { ${gone} } ${nulls}`
    if (isOne(inner)) {
      const test = notes[inner.kind]
      if (test === undefined) return start
      const mended = holdsText(inner) ? ` else if (v !== null) o[${literal}] = plain(v)` : ''
      return `${start} else if (v !== null && ${test('v')}) { ${wrong} }${mended}`
    }
    if (isWireList(inner)) {
      // A row of a table has no parts that could be told: it is left out.
      const isDue = lost === 'body' || isTable
      const row = rowOf(inner[0], `${path}[]`, isDue ? 'row' : 'itself')
      const of = unwrapped(inner[0]).inner
      const test = isOne(of) ? notes[of.kind] : undefined
      const odd = test?.('e')
      const withoutOdd = odd ? `if (v.some((e) => ${odd})) { v = v.filter((e) => !(${odd})); r.odd[${at}]++ }` : ''
      return `${start} else if (v !== null) {
        if (!Array.isArray(v)) v = [v]
        ${row === null ? withoutOdd : `v = rows(v, ${row}, r, ${at}, ${isDue})`}
        ${holdsText(of) ? 'v = v.map(plain)' : ''}
        o[${literal}] = v
      }`
    }
    const below = objectOf(inner as Members, path, lost)
    return `${start} else if (v !== null) { if (typeof v !== 'object' || Array.isArray(v) || !${below}(v, r)) { ${wrong} } }`
  }

  /** The function of a row; null where rows are single values. */
  const rowOf = (member: Member, path: string, lost: Lost): string | null => {
    const { inner } = unwrapped(member)
    if (isOne(inner) || isWireList(inner)) return null
    return objectOf(inner as Members, path, lost)
  }

  const { inner } = unwrapped(of)
  const root = isWireList(inner)
    ? (() => {
        const row = rowOf(inner[0], '[]', 'row')
        const at = place('[]')
        return `if (!Array.isArray(body)) body = body === null || typeof body !== 'object' ? fail(${at}) : [body]
        ${row === null ? 'return body' : `return rows(body, ${row}, r, ${at}, true)`}`
      })()
    : `if (typeof body !== 'object' || body === null || Array.isArray(body)) fail(-1)
       if (!${objectOf(inner as Members, '', 'body')}(body, r)) fail(-2)
       return body`
  const source = `${functions.join('\n')}
    /** Takes out, in place, the rows that cannot be read. */
    function rows(list, row, r, at, isDue) {
      const before = r.at; let kept = 0
      r.listed += list.length
      for (let i = 0; i < list.length; i++) {
        const one = list[i]; r.at = i
        if (typeof one === 'object' && one !== null && row(one, r)) { if (kept !== i) list[kept] = one; kept++ }
      }
      r.at = before
      const lost = list.length - kept
      if (lost > 0) {
        list.length = kept; r.unread += lost
        if (isDue && (kept === 0 || lost > kept && lost + kept >= ${few})) fail(at)
      }
      return list
    }
    return function (body, r) { ${root} }`
  const fail = (at: number): never => {
    throw new Changed(at)
  }
  const run = new Function('looks', 'fail', 'plain', source)(looks, fail, plain) as Compiled['run']
  return { paths, often, musts, run }
}

/** It is another document. `at`: the place of the list that has too few rows left. */
export class Changed extends Error {
  readonly at: number
  constructor(at: number) {
    super()
    this.at = at
  }
}
