/**
 * Endpoints of which the code of today makes another answer of the same evidence, or none, though no digest has
 * another version. By the endpoint: why. `docs/changes.md` tells callers the same; a release empties it.
 */
export const changed: Readonly<Record<string, string>> = {}
