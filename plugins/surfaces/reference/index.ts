/** The reference surface: OpenAPI with Swagger UI, llms.txt, the API catalogue, and a page for each failure. */
import { surface } from '@domesday/core/surface'
import { discovery } from './discovery.ts'
import { errorPages } from './errors-page.ts'
import { openapi } from './openapi.ts'
import { swagger } from './swagger.ts'

export const reference = surface({
  id: 'reference',
  home: import.meta.dirname,
  keyless: true,
  paths: ['/openapi.json', '/docs', '/docs/*', '/llms.txt', '/.well-known/api-catalog', '/errors/*'],
  mount: (http, service) => {
    openapi(http, service)
    swagger(http)
    discovery(http, service)
    errorPages(http)
  },
  describe: () => ({
    openapi: async () => (await import('./health.ts')).healthPaths,
    guide: (origin) => [
      {
        heading: 'Documents',
        lines: [
          `- [OpenAPI 3.1](${origin}/openapi.json): every path, parameter, answer and failure`,
          `- [Reference](${origin}/docs): the same to read and try`,
          `- [Failures](${origin}/errors/invalid_parameter): one page for each code`,
        ],
      },
    ],
  }),
})
