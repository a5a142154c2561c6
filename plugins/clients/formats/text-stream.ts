/** Streams of bytes as text. */

export type Bytes = () => AsyncIterable<Uint8Array>

/** Some public tables have NULs at the end of the file or within cells. */
const withoutNuls = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '') : text)

/**
 * The text piece by piece, without byte-order mark and NULs; invalid bytes become U+FFFD. The encoding `detect` is
 * UTF-8 if all bytes are, else windows-1252.
 */
export async function* decodeStream(bytes: Bytes, encoding = 'utf-8'): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding === 'detect' ? await encodingOf(bytes) : encoding)
  for await (const piece of bytes()) {
    const text = withoutNuls(decoder.decode(piece, { stream: true }))
    if (text !== '') yield text
  }
  const rest = withoutNuls(decoder.decode())
  if (rest !== '') yield rest
}

/** Public bodies publish tables in one of two encodings, and do not say which. */
const encodingOf = async (bytes: Bytes): Promise<'utf-8' | 'windows-1252'> => {
  const strict = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of bytes()) strict.decode(piece, { stream: true })
    strict.decode()
    return 'utf-8'
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'windows-1252'
    throw fault
  }
}

export const wholeText = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}
