/** Checks what an operation demands of a parsed body. Paths are explained at `Demands`. */
import { many, type Demands } from '@domesday/core'

/** What was odd about an answer. */
export interface Oddities {
  /** Rows that were dropped. */
  readonly unread: number
  /** Expected fields that the whole answer lacks. */
  readonly lacking: readonly string[]
}

/** The answer has another shape than what its operation demands. */
export class ChangedShape extends TypeError {
  readonly field: string
  constructor(field: string) {
    super(`there is no ${field} in it`)
    this.name = 'ChangedShape'
    this.field = field
    // It is about the answer: frames would lead into this file, which nobody has to mend.
    this.stack = `${this.name}: ${this.message}`
  }
}

interface Field {
  /** As it is said in messages. */
  readonly path: string
  readonly name: string
  optional: boolean
  isList: boolean
  readonly members: Field[]
}
const mostOdd = 0.1
/** Entries of which at least one has a usual field. */
const fewest = 5

const nameOf = (step: string): string => step.replace(/\[\]$/, '').replace(/\?$/, '')
const isList = (step: string): boolean => step.endsWith('[]')

/** The paths as a tree: the root is the body. */
const treeOf = (paths: readonly string[]): Field => {
  const root: Field = {
    path: '[]',
    name: '',
    optional: false,
    isList: paths.some((path) => path.startsWith('[].')),
    members: [],
  }
  for (const path of paths) {
    let at = root
    const begun: string[] = root.isList ? ['[]'] : []
    for (const step of path.split('.').slice(begun.length)) {
      const name = nameOf(step)
      begun.push(isList(step) ? `${name}[]` : name)
      let next = at.members.find((member) => member.name === name)
      if (next === undefined) {
        next = { path: begun.join('.'), name, optional: true, isList: false, members: [] }
        at.members.push(next)
      }
      next.isList ||= isList(step)
      next.optional &&= step.includes('?')
      at = next
    }
  }
  return root
}
const trees = new WeakMap<readonly string[], Field>()
const treeFor = (demands: readonly string[]): Field => {
  const tree = trees.get(demands) ?? treeOf(demands)
  trees.set(demands, tree)
  return tree
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/**
 * Takes odd rows out of a parsed body, in place, and says what was odd. Throws a `ChangedShape` where it lacks what is
 * demanded.
 */
export const checkDemands = ({ demands = [], rows, usual = [], expects = [] }: Demands, body: unknown): Oddities => {
  const tally = { seen: 0, odd: 0, field: '' }
  const check = (value: unknown, { members }: Field): void => {
    for (const member of members) {
      const found = memberOf(value, member.name)
      if (found === undefined && !member.optional) throw new ChangedShape(member.path)
      if (found !== undefined && found !== null) checkAll(found, member)
    }
  }
  const isSound = (row: unknown, field: Field): boolean => {
    tally.seen += 1
    try {
      check(row, field)
      return true
    } catch (error) {
      if (!(error instanceof ChangedShape)) throw error
      tally.odd += 1
      tally.field ||= error.field
      return false
    }
  }
  const checkAll = (value: unknown, field: Field): void => {
    if (!field.isList) return check(value, field)
    if (field.path !== rows || !Array.isArray(value)) {
      for (const row of many(value)) check(row, field)
      return
    }
    const sound = value.filter((row) => isSound(row, field))
    if (sound.length < value.length) value.splice(0, value.length, ...sound)
  }
  if (demands.length > 0) checkAll(body, treeFor(demands))
  if (tally.odd > tally.seen * mostOdd) throw new ChangedShape(tally.field)
  const gone = usual.find((path) => lacks(body, path, fewest))
  if (gone !== undefined) throw new ChangedShape(gone)
  return { unread: tally.odd, lacking: expects.filter((path) => lacks(body, path, 1)) }
}

/** Whether there are so many objects that could have a field, and none has. */
const lacks = (body: unknown, path: string, least: number): boolean => {
  let above: readonly unknown[] = path.startsWith('[]') ? many(body) : [body]
  const steps = path.replace(/^\[\]\./, '').split('.')
  for (const step of steps.slice(0, -1))
    above = above.flatMap((value) => {
      const found = memberOf(value, nameOf(step))
      return isList(step) ? many(found) : found === undefined || found === null ? [] : [found]
    })
  return above.length >= least && above.every((value) => memberOf(value, nameOf(steps.at(-1)!)) === undefined)
}
