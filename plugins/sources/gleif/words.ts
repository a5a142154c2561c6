/** The register's codes in words, after its definitions. */

const statuses: Readonly<Record<string, string>> = {
  ISSUED: 'In force',
  PENDING_TRANSFER: 'In force, about to pass to another issuer',
  PENDING_ARCHIVAL: 'In force, about to pass to another issuer',
  LAPSED: 'Not renewed in time: what stands there may be old',
  RETIRED: 'Ended, because the entity is no more or has changed',
  MERGED: 'Ended, because the entity was merged into another',
  ANNULLED: 'Found to be wrong after it was issued',
  DUPLICATE: 'A second one of the same entity, which is not to be used',
}
/** Null of a status that is new. */
export const statusInWords = (status: string): string | null =>
  Object.hasOwn(statuses, status) ? statuses[status]! : null

const exceptions: Readonly<Record<string, string>> = {
  NO_KNOWN_PERSON: 'No parent: nobody is known to control it, as where its shares are widely held',
  NATURAL_PERSONS: 'No parent: people control it, and no company between them consolidates its accounts',
  NON_CONSOLIDATING: 'No parent: those that control it need not make consolidated accounts',
  NO_LEI: 'Has a parent, which did not agree to have an identifier',
  NON_PUBLIC: 'Withheld: the relationship to its parent is not public',
  // Until 2022, and still in records that nobody has touched since: all of them are NON_PUBLIC today.
  BINDING_LEGAL_COMMITMENTS: 'Withheld: a contract or its articles forbid it',
  LEGAL_OBSTACLES: 'Withheld: the law of a country forbids it',
  DISCLOSURE_DETRIMENTAL: 'Withheld: telling would harm it or its parent',
  DETRIMENT_NOT_EXCLUDED: 'Withheld: telling might harm its parent',
  CONSENT_NOT_OBTAINED: 'Withheld: the consent that it needs was not given',
}
/** A reason that is new stands as it is. */
export const exceptionInWords = (reason: string): string =>
  Object.hasOwn(exceptions, reason) ? exceptions[reason]! : reason
