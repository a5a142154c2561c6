/** Evidence over HTTP: what an answer was made from, what changed since, and what lies ahead of it. */
import { surface } from '@domesday/core/surface'
import { openapiOf } from './openapi.ts'
import { keySetPath, routes } from './routes.ts'

export const evidence = surface({
  id: 'evidence',
  home: import.meta.dirname,
  paths: ['/evidence', '/evidence/*', keySetPath],
  mount: routes,
  describe: ({ evidence: kept }) =>
    kept === null
      ? null
      : {
          openapi: openapiOf,
          guide: (origin) => [
            {
              heading: 'Documents',
              lines: [
                `- Evidence, free for who was charged: \`GET ${origin}/evidence/{id}\` with the id in \`_meta.evidence\` shows what an answer was made from; \`/evidence/{from}/changes/{to}\` what changed between two answers to one question, and why.`,
              ],
            },
          ],
        },
})
