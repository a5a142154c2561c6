/** Content types and file extensions. */
import { extname } from 'node:path'

const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  geojson: 'application/geo+json',
  jsonl: 'application/x-ndjson',
  xml: 'application/xml',
  atom: 'application/atom+xml',
  csv: 'text/csv',
  html: 'text/html',
  txt: 'text/plain',
  zip: 'application/zip',
  gz: 'application/gzip',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
}

/** The content type of a file by its name; application/octet-stream if unknown. */
export const typeOfFile = (name: string): string =>
  types[extname(name).slice(1).toLowerCase()] ?? 'application/octet-stream'

/** The extension for a content type, without the dot; `bin` if unknown. */
export const extensionOf = (contentType: string | undefined): string => {
  const type = contentType?.split(';')[0]!.trim().toLowerCase() ?? ''
  const exact = Object.entries(types).find(([, each]) => each === type)?.[0]
  return (
    exact ??
    (/[+/]json$/.test(type) ? 'json' : /[+/]xml$/.test(type) ? 'xml' : type.startsWith('text/') ? 'txt' : 'bin')
  )
}
