/**
 * What the answers of an upstream have. A path is names with dots between them: `links.self`; `items[].name` for each
 * entry of a list, or for the one object in its place; `[].name` where the body is a list; `accounts?.next_due` where
 * `accounts` may be absent. Null is a value.
 */
export interface Demands {
  /** Fields that every answer has, as recordings show. Without one of them, in one row even, the answer has failed. */
  readonly demands?: readonly string[]
  /** The list, such as `items[]`, of which up to a tenth may lack it: such rows are dropped, and counted. */
  readonly rows?: string
  /** Fields that most entries of a list have: without a single one among five or more, the answer has failed. */
  readonly usual?: readonly string[]
  /** Fields that answers are believed to have. An answer without a single one of them is logged and counted. */
  readonly expects?: readonly string[]
}
