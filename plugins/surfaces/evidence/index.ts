/** Evidence over HTTP: what an answer was made from, what changed since, and what lies ahead of it. */
import { surface } from '@domesday/core/surface'
import { keySetPath } from './bounds.ts'
import { routes } from './routes.ts'

export const evidence = surface({
  id: 'evidence',
  home: import.meta.dirname,
  keyless: true,
  paths: ['/evidence', '/evidence/*', keySetPath],
  mount: routes,
  describe: ({ evidence: kept, surfaces }) =>
    kept === null
      ? null
      : {
          // Loaded on request: it is rarely requested.
          openapi: async () => (await import('./openapi.ts')).openapiOf(surfaces.includes('pay')),
          guide: (origin) => [
            {
              heading: 'Documents',
              lines: [
                `- Evidence, free for who was charged: \`GET ${origin}/evidence/{id}\` with the id in \`_meta.evidence\` shows what an answer was made from; \`/evidence/{from}/changes/{to}\` what changed between two answers to one question, and why. Who paid by the call shows the same payment again.`,
              ],
            },
          ],
        },
})
