/** The members of a `wire`, one by one. */
import {
  isOne,
  isWireList,
  unwrapped,
  type Due,
  type Kind,
  type Member,
  type Members,
  type Wire,
} from '@domesday/core/client'

export interface WireField {
  readonly path: string
  readonly kind: Kind | 'object' | 'list'
  readonly how: Due
  readonly orNull: boolean
}

/** Every member, in the order of the declaration: for documents, drift tests and counts. */
export const fieldsSent = ({ of }: Wire<any>): readonly WireField[] => {
  const found: WireField[] = []
  const visit = (member: Member, path: string): void => {
    const { inner, how, orNull } = unwrapped(member)
    if (isWireList(inner)) {
      if (path !== '') found.push({ path, kind: 'list', how, orNull })
      return visitInside(inner[0], `${path}[]`)
    }
    if (isOne(inner)) {
      found.push({ path, kind: inner.kind, how, orNull })
      return
    }
    if (path !== '' && !path.endsWith('[]')) found.push({ path, kind: 'object', how, orNull })
    visitInside(inner, path)
  }
  const visitInside = (member: Member, path: string): void => {
    const { inner } = unwrapped(member)
    if (isOne(inner) || isWireList(inner)) return visit(inner, path)
    for (const [name, below] of Object.entries(inner as Members)) visit(below, path === '' ? name : `${path}.${name}`)
  }
  visit(of, '')
  return found
}
