/** The Model Context Protocol (MCP) at `/mcp`: lookups as tools for language models. */
import { flag, object } from '@domesday/core'
import { surface } from '@domesday/core/surface'
import { protocol } from './protocol.ts'

export const mcp = surface({
  id: 'mcp',
  home: import.meta.dirname,
  settings: {
    evidence: object({ tools: flag('Whether models may look at the evidence of their answers, and compare it') }),
  },
  paths: ['/mcp'],
  mount: (http, service) => http.all('/mcp', protocol(http, service), { admitsItself: true }),
  describe: () => ({
    guide: (origin) => [
      {
        heading: 'Tool protocol',
        lines: [
          `- [Model Context Protocol](${origin}/mcp): streamable HTTP, stateless, POST only, with the same key and the same prices`,
        ],
      },
    ],
    interfaces: [
      {
        path: '/mcp',
        links: {
          'service-doc': [{ path: '/llms.txt', type: 'text/plain', title: 'How to call, for language models' }],
        },
      },
    ],
  }),
})
