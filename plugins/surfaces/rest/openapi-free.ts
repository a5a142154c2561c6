/** The free REST paths in the OpenAPI document: account, keys and catalogue. */
import { integer, list, object, optional, orNull, choice, flag, table, text, number, type Shape } from '@domesday/core'
import { capacityShape } from './catalogue-capacity.ts'
import { accountPaths } from './openapi-account.ts'
import { catalogueScoreShape } from './catalogue-score.ts'
import { type Settings } from '@domesday/core/surface'
import { failureResponses } from '@domesday/surface-parts/openapi'

const issuedShape = object({
  id: text('Public id of the key'),
  key: text('The key itself: shown once'),
  credits: integer({ unit: 'credits' }),
})

const price = table(number())
const anySchema = {
  schema: { type: 'object', additionalProperties: true, description: 'A JSON Schema' },
} as Shape<unknown>
const charging = choice(
  ['free', 'attribution', 'licence_needed', 'discouraged'],
  'Whether it may be part of a paid answer',
)
const terms = object({ words: text('What its terms say'), url: text('The page of its terms') })

const kindShape = object({
  id: text('As in candidates, and in `x-subject` of the schemas of answers'),
  title: text('Such as `A company`'),
  forms: list(
    object({
      title: text('Such as `company number`'),
      pattern: text('A regular expression'),
      compact: optional(flag('Casing and blanks do not matter: the pattern is that of capitals without blanks')),
    }),
    'What identifies one',
  ),
  named: orNull(text('What other text may be taken for; null where nothing but a form identifies one')),
})

const catalogueShape = object({
  version: text(),
  kinds: list(kindShape, 'What look-ups are about'),
  endpoints: list(
    object({
      id: text(),
      title: text(),
      summary: text(),
      path: text(),
      subject: orNull(object({ kind: text(), parameter: text('What names it') })),
      params: list(object({ name: text(), in: choice(['path', 'query']), required: flag(), schema: anySchema })),
      prices: object({ credits: price, usd: orNull(price) }),
      capacity: capacityShape,
      tool: orNull(text('Its name as an MCP tool')),
      sections: list(object({ name: text(), from: choice(['summary', 'standard', 'full']), sources: list(text()) })),
      score: orNull(catalogueScoreShape),
      examples: list(text()),
      ready: flag('Whether what names its subject can be asked here, and at least one source that tells more of it'),
      missing: list(
        object({
          source: text(),
          reason: choice(['not_configured', 'not_imported', 'not_licensed']),
          env: list(text()),
        }),
      ),
      unwell: orNull(
        object(
          {
            since: text({ format: 'date-time', description: 'The first error' }),
            last: text({ format: 'date-time', description: 'The last error' }),
            errors: integer('Errors since then'),
          },
          'Where the code of the look-up itself failed within the last hour. Its answers may lack sections, with the reason `plugin_failed`',
        ),
      ),
    }),
  ),
  sources: list(
    object({
      id: text(),
      title: text(),
      kind: choice(['http', 'dataset']),
      licence: text(),
      attribution: text(),
      charging,
      may_keep: text('How long an answer may be kept: `no`, a duration such as `30d`, or `unlimited`'),
      terms,
      parts: list(
        object({ part: text(), title: text(), charging, terms, ready: flag('Whether it may be asked here') }),
        'Parts of the source with their own terms',
      ),
      coverage: text(),
      env: list(text('Environment variables that hold its credential')),
      signup: orNull(text('The page to get a credential')),
      ready: flag(),
      freshness: object({ fresh_for_s: number({ unit: 's' }), refresh_s: orNull(number({ unit: 's' })) }),
      unconfirmed: list(text('Operations whose wire format has not been checked against the real service')),
      used_by: list(text()),
    }),
  ),
})

const answer = (description: string, shape: Shape<unknown>, status = 200): object => ({
  [status]: { description, content: { 'application/json': { schema: shape.schema } } },
})
const open = { security: [], tags: ['service'] }

export const freePaths = (settings: Settings, takesWebhooks: boolean): Readonly<Record<string, object>> => ({
  ...accountPaths(takesWebhooks),
  ...(settings.service.keys.self_service && {
    '/keys': {
      post: {
        operationId: 'createKey',
        summary: 'A new key with free credits',
        description: 'The answer is the only place where the key is shown: keep it.',
        ...open,
        requestBody: {
          required: false,
          content: { 'application/json': { schema: { type: 'object', properties: {}, additionalProperties: false } } },
        },
        responses: {
          ...answer('The key', object({ data: issuedShape }), 201),
          ...failureResponses([
            'invalid_parameter',
            'foreign_origin',
            'request_timeout',
            'rate_limited',
            'internal',
            'overloaded',
          ]),
        },
      },
    },
  }),
  '/catalogue': {
    get: {
      operationId: 'getCatalogue',
      summary: 'Endpoints, prices, sections, sources, and what is ready here',
      description: 'Parameters, prices, sections, scores and sources of every look-up, under the current settings.',
      ...open,
      responses: {
        ...answer('The catalogue', object({ data: catalogueShape })),
        ...failureResponses(['invalid_parameter', 'rate_limited', 'internal', 'overloaded']),
      },
    },
  },
})
