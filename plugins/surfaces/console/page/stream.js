/** Reads a look-up that comes as a stream of events. */

/** @typedef {{ event: string, data: any }} StreamEvent */

/** @param {string} block @returns {StreamEvent | null} */
const eventIn = (block) => {
  const event = /^event: (.*)$/m.exec(block)?.[1],
    data = /^data: (.*)$/m.exec(block)?.[1]
  return event === undefined || data === undefined ? null : { event, data: JSON.parse(data) }
}

/**
 * Calls `tell` with each event as it comes.
 * @param {ReadableStream<Uint8Array>} stream @param {(event: StreamEvent) => void} tell
 */
export const readEvents = async (stream, tell) => {
  const decoder = /** @type {ReadableWritablePair<string, Uint8Array>} */ (
    /** @type {unknown} */ (new TextDecoderStream())
  )
  const reader = stream.pipeThrough(decoder).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventIn(block)
      if (event) tell(event)
    }
  }
}
