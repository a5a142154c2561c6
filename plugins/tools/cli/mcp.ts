/** `mcp`: the tools of a running server over standard input and output, as desktop clients start them. */
import { once } from 'node:events'
import { UsageFault, type Command } from './command.ts'

/** JSON-RPC 2.0, "Internal error". */
const internalError = -32603

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
    const here = new StdioServerTransport(input, output)
    const there = new StreamableHTTPClientTransport(new URL(`${url.replace(/\/+$/, '')}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    })
    const toServer: typeof here.onmessage = (message) => {
      there.send(message).catch((error: Error) => {
        remark(error.message)
        // Who asked must not wait for ever. A notification has no id, and no answer.
        if ('id' in message && 'method' in message)
          void here.send({ jsonrpc: '2.0', id: message.id, error: { code: internalError, message: error.message } })
      })
    }
    const toClient: typeof there.onmessage = (message) => {
      // Later requests have to name the version that both sides agreed on.
      if ('result' in message && typeof message.result['protocolVersion'] === 'string')
        there.setProtocolVersion(message.result['protocolVersion'])
      void here.send(message)
    }
    Object.assign(here, { onmessage: toServer })
    Object.assign(there, { onmessage: toClient })
    await there.start()
    await here.start()
    await once(input, 'end')
    await there.close()
    return 0
  },
}
