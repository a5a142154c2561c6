/** How entities of XML are read: by name and by number. What a document declares itself is never expanded. */
import { decodeEntities } from '@domesday/core'

const ignore = (): void => {}
export const entityDecoder = {
  decode: decodeEntities,
  setExternalEntities: ignore,
  addInputEntities: ignore,
  reset: ignore,
  setXmlVersion: ignore,
}
