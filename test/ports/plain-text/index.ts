/**
 * A surface for tests: lookups under `/text`, answered in lines of text. It uses its port and nothing else of the core.
 */
import { integer, object, text, type JsonSchema } from '@domesday/core'
import { bytesOf, parametersIn, surface, wholeBody, type Body, type State } from '@domesday/core/surface'

const prefix = '/text'
const type = 'text/plain'

const settings = {
  separator: text({ description: 'Stands between a name and its value', minLength: 1 }),
  lines: object({ most: integer({ description: 'The most lines that an answer has', minimum: 1 }) }),
}

/** Lines sent since the start. */
let sent = 0

/** `light.height_m: 85` of each value that is no object or list. */
const linesOf = (value: unknown, separator: string, path: readonly string[] = []): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => linesOf(inner, separator, [...path, name]))
    : [`${path.join('.')}${separator}${String(value)}`]

export const plainText = surface({
  id: 'plain-text',
  home: import.meta.dirname,
  settings,
  paths: [`${prefix}/*`],
  mount: (http, { own, answering }) => {
    const textOf = (body: Body): Body => {
      const { separator, lines: wanted } = own()
      const { data } = JSON.parse(bytesOf(body).toString()) as { readonly data: unknown }
      const lines = linesOf(data, separator).slice(0, wanted.most)
      sent += lines.length
      return wholeBody(Buffer.from(`${lines.join('\n')}\n`))
    }
    http.lookups({
      prefix,
      shownPrefix: prefix,
      type,
      serve: async ({ req, res, state }, plan) => {
        const keyId = http.authenticate(req),
          seen = state as State
        seen.keyId = keyId
        await http.perKey().count(keyId, res)
        const { body, charged } = await answering.answer(plan(), {
          payer: http.payer(res, keyId),
          requestId: seen.requestId,
          gone: () => res.destroyed,
        })
        seen.charged = charged
        res.setHeader('x-credits-charged', charged)
        return textOf(body)
      },
    })
  },
  describe: ({ plugins, own }) => ({
    openapi: () => ({
      tags: [{ name: 'text', description: 'Answers in lines of text' }],
      paths: Object.fromEntries(
        [...plugins.endpoints.values()].map(({ declared: { id, path, title, asked } }) => [
          `${prefix}${path}`,
          {
            get: {
              operationId: `${id}_text`,
              summary: `${title}, in lines of text`,
              tags: ['text'],
              parameters: parametersIn(path).map((name) => ({
                name,
                in: 'path',
                required: true,
                schema: asked.shapes[name]!.schema,
              })),
              responses: {
                200: {
                  description: 'The answer',
                  content: { [type]: { schema: { type: 'string' } satisfies JsonSchema } },
                },
              },
            },
          },
        ]),
      ),
    }),
    guide: (origin) => [
      {
        heading: 'Text',
        lines: [`- \`${origin}${prefix}/…\`: the same lookups in at most ${own().lines.most} lines of text`],
      },
    ],
    interfaces: [{ path: prefix, inOpenapi: true, links: {} }],
    gauges: [{ name: 'text_lines', help: 'Lines of text sent', read: () => sent }],
    greeting: { name: 'text', text: `at ${prefix}` },
  }),
})
