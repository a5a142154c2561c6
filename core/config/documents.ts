/** What a settings document is: the defaults of one part of the service, and the file that overrides them. */
import type { TreePath } from './tree.ts'

/** `service`, `endpoint`, `source`, `score`, or the kind of a package. */
export type DocumentKind = string

export interface SettingsDocument {
  readonly kind: DocumentKind
  /** The id of the plugin or package; `service` for the service itself. */
  readonly id: string
  /** Absolute path of `defaults.yaml`, which must exist. `${NAME}` in it is plain text. */
  readonly defaults: string
  /**
   * Path below the settings directory (`endpoints/location.yaml`), with `/`. The file may be absent; `${NAME}` in it
   * refers to the environment.
   */
  readonly override: string
  /** JSON Schema of the merged result. */
  readonly schema: object
  /** Checks what a schema cannot express. */
  readonly check?: SettingsCheck
}

/** `endpoint:location`: the name of a document in a reading. */
export const documentKey = ({ kind, id }: Pick<SettingsDocument, 'kind' | 'id'>): string => `${kind}:${id}`

/** What is wrong at a path; with `key` it points at the key itself, not at its value. */
export interface Finding {
  readonly path: TreePath
  readonly message: string
  readonly key?: true
}

/**
 * A check sees the merged settings whatever their shape, even where the schema has found faults, because all faults
 * are reported at once. It must ignore what it cannot read.
 */
export type SettingsCheck = (settings: unknown) => readonly Finding[]
