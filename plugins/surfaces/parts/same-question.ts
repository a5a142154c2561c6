/**
 * A path as evidence has it, however a caller spells it: `/environment/WA11UH` and `environment/WA1 1UH` are those of
 * one postcode.
 */
import { Failure, planOf, questionPath, rawOf, type ServiceView } from '@domesday/core/surface'

export const sameQuestion = (
  { plugins, settings }: Pick<ServiceView, 'plugins' | 'settings'>,
  text: string,
): string => {
  const path = text.startsWith('/') ? text : `/${text}`,
    parts = path.split('/')
  const endpoint = [...plugins.endpoints.values()].find(({ declared }) => {
    const pattern = declared.path.split('/')
    return pattern.length === parts.length && pattern.every((one, i) => one.startsWith('{') || one === parts[i])
  })
  if (endpoint === undefined) return path
  try {
    return questionPath(planOf(endpoint, settings().endpoint(endpoint.declared.id), rawOf(endpoint, path, '')))
  } catch (error) {
    // What no look-up takes has no evidence either.
    if (error instanceof Failure) return path
    throw error
  }
}
