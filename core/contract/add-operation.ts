/** Adds an operation to the source or dataset that declares it. */
import type { How, Operation, WithDigest } from './operation.ts'

/** Members may be undefined, as they are after destructuring. */
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined }
type Declared = Operation<any, any>['source'] &
  Pick<WithDigest<any, any>, 'covers'> & {
    readonly kind: string
    readonly operations: Map<string, Operation<any, any>>
  }

export const addOperation = (
  declared: Declared,
  id: string,
  how: How,
  { covers = declared.covers, confidence, version, part, digest }: Loose<WithDigest<any, any>>,
): Operation<any, any> => {
  const operation: Operation<any, any> = {
    id,
    source: declared,
    how,
    digest: digest!,
    ...(covers && { covers }),
    ...(confidence && { confidence }),
    ...(version !== undefined && { version }),
    ...(part && { part }),
  }
  const { kind, operations } = declared
  if (operations.has(id))
    throw new TypeError(`${kind === 'http' ? 'source' : kind} ${declared.id} declares the operation '${id}' twice`)
  operations.set(id, operation)
  return operation
}
