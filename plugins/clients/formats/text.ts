/** Bytes as text. */

export type Bytes = () => AsyncIterable<Uint8Array>

/** Some public tables carry them, at the end of the file or within cells. */
const withoutNuls = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '') : text)

/** The text piece by piece, without its byte-order mark and stray NULs; what is not of the encoding becomes U+FFFD. */
export async function* decodeStream(bytes: Bytes, encoding = 'utf-8'): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding === 'detect' ? await encodingOf(bytes) : encoding)
  for await (const piece of bytes()) {
    const text = withoutNuls(decoder.decode(piece, { stream: true }))
    if (text !== '') yield text
  }
  const rest = withoutNuls(decoder.decode())
  if (rest !== '') yield rest
}

/** Tables of public bodies come in one of two encodings, and nothing but their bytes tells which. */
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
