/** Finds the newest table of decisions among the files of a GOV.UK page: their addresses change with each release. */
import { fromJson, stated } from '@domesday/core'

interface Attachment {
  readonly title?: string | null
  readonly url?: string | null
  readonly filename?: string | null
}

const parsed = (
  page: string,
): { readonly details?: { readonly attachments?: readonly Attachment[] | null } | null } => {
  try {
    return fromJson(page) as ReturnType<typeof parsed>
  } catch {
    return {}
  }
}

/** The address of table PS2, for the last four quarters or else the whole series; null if the page has neither. */
export const decisionsTable = (page: string): string | null => {
  const tables = (parsed(page)?.details?.attachments ?? [])
    .map(({ title, url, filename }) => ({ name: `${stated(title) ?? ''} ${stated(filename) ?? ''}`, url: stated(url) }))
    .filter(({ name, url }) => url?.endsWith('.csv') && /\bPS2\b|PS2_/.test(name) && !/\bCPS2\b/.test(name))
  const found =
    tables.find(({ name }) => /last (4|four) quarters/i.test(name)) ??
    tables.find(({ name }) => /full dataset/i.test(name)) ??
    tables[0]
  return found?.url ?? null
}
