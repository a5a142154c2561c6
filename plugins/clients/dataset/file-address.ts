/** The paths of files, as declared or as a page links to them. */
import { decodeStream, wholeText } from '@domesday/client-formats'
import type { Address, Path } from '@domesday/core'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { workFile } from './data-files.ts'
import { withoutQuery } from './path-text.ts'
import type { DownloadFile } from './pull-options.ts'

/** Bytes that are read of a page that links to a file. */
const mostOfPage = 8_000_000

/** The path of an address: the declared one, or the one that its page links to. */
export const filePathOf = async (
  address: Address,
  dir: string,
  name: string,
  download: DownloadFile,
): Promise<Path> => {
  if (typeof address === 'string' || !('on' in address)) return address
  const file = workFile(dir, name)
  try {
    await download(address.on, file, () => {})
    const page = decodeStream(() => createReadStream(file, { end: mostOfPage - 1 }), 'detect')
    const path = address.link(await wholeText(page))
    if (path === null) throw new Error(`${withoutQuery(address.on)} links to no such file`)
    return path
  } finally {
    await rm(file, { force: true })
  }
}
