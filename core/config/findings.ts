/** What is wrong with settings that no file holds. */
import type { Finding, SettingsDocument } from './documents.ts'
import { parseSettings } from './parse-yaml.ts'
import { validate } from './validate.ts'

/** By the schema first; what it cannot express is checked of settings that fit it. */
export const findingsIn = (
  { schema, check }: Pick<SettingsDocument, 'schema' | 'check'>,
  settings: object,
): readonly Finding[] => {
  const { findings } = validate(schema, parseSettings('', JSON.stringify(settings)).root!)
  return findings.length > 0 ? findings : (check?.(settings) ?? [])
}
