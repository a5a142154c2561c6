/** `mcp`: the tools of a running server over standard input and output, as desktop clients start them. */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { UsageFault, type Command } from './command.ts'

/** JSON-RPC 2.0, "Internal error". */
const internalError = -32603
/** Milliseconds, more than any look-up takes: for so long answers are waited for once the input has ended. */
const longestAnswer = 30_000

export const mcp: Command = {
  words: 'mcp',
  summary:
    'offers the tools of a running server over standard input and output; the key is --key or DOMESDAY_KEY, --url is http://127.0.0.1:8080 unless said',
  options: { url: { type: 'string' }, key: { type: 'string' } },
  run: async ({ terminal: { env, input, output }, flags, remark }) => {
    const { url = 'http://127.0.0.1:8080', key = env['DOMESDAY_KEY'] } = flags
    if (typeof key !== 'string' || key === '') throw new UsageFault('needs a key: --key, or DOMESDAY_KEY')
    if (typeof url !== 'string' || !URL.canParse(url)) throw new UsageFault(`needs an address as --url, not '${url}'`)
    const [{ StreamableHTTPClientTransport }, { StdioServerTransport }] = await Promise.all([
      import('@modelcontextprotocol/client'),
      import('@modelcontextprotocol/server/stdio'),
    ])
    // The transport drops what comes after the end of its input: it sees that end once all is answered.
    const asked = new PassThrough()
    input.pipe(asked, { end: false })
    const here = new StdioServerTransport(asked, output)
    const there = new StreamableHTTPClientTransport(new URL(`${url.replace(/\/+$/, '')}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    })
    const open = new Map<string | number, PromiseWithResolvers<void>>()
    const answer = async (message: JSONRPCMessage): Promise<void> => {
      // Whoever asked may be gone.
      await here.send(message).catch(() => {})
      if ('id' in message && !('method' in message) && message.id !== undefined) open.get(message.id)?.resolve()
    }
    const toServer: typeof here.onmessage = (message) => {
      // A notification has no id, and no answer.
      const id = 'id' in message && 'method' in message ? message.id : null
      if (id !== null) open.set(id, Promise.withResolvers())
      there.send(message).catch((error: Error) => {
        remark(error.message)
        // Who asked must not wait for ever.
        if (id !== null) void answer({ jsonrpc: '2.0', id, error: { code: internalError, message: error.message } })
      })
    }
    const toClient: typeof there.onmessage = (message) => {
      // Later requests have to name the version that both sides agreed on.
      if ('result' in message && typeof message.result['protocolVersion'] === 'string')
        there.setProtocolVersion(message.result['protocolVersion'])
      void answer(message)
    }
    Object.assign(here, { onmessage: toServer })
    Object.assign(there, { onmessage: toClient })
    await there.start()
    await here.start()
    await once(input, 'end')
    // What was read last is handed on first.
    await setImmediate()
    const answers = Promise.all([...open.values()].map(({ promise }) => promise))
    await Promise.race([answers, sleep(longestAnswer, undefined, { ref: false })])
    await there.close()
    asked.end()
    return 0
  },
}
