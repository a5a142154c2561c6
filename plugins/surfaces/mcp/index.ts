/** The Model Context Protocol (MCP) at `/mcp`: lookups as tools for language models. */
import { surface } from '@domesday/core/surface'
import { protocol } from './protocol.ts'

export const mcp = surface({
  id: 'mcp',
  home: import.meta.dirname,
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
