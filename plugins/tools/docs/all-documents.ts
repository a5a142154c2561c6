/** The settings documents of one machine and of a fleet, each once. */
import { inspect, type SettingsDocument } from '@domesday/core/tool'

type Env = Parameters<typeof inspect>[1]

/** With a database other packages keep the ledger and the evidence. */
export const allDocuments = async (configDir: string, env: Env): Promise<readonly SettingsDocument[]> => {
  const found = [
    await inspect(configDir, { ...env, DATABASE_URL: 'postgres:' }),
    await inspect(configDir, { ...env, DATABASE_URL: '' }),
  ]
  return [...new Map(found.flatMap(({ documents }) => documents.map((one) => [one.override, one]))).values()]
}
