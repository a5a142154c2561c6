/** The OpenAPI document of the operators' API, derived from their commands. */
import { list as listOf, object, type JsonSchema, type Shape } from '@domesday/core'
import { interfaceVersion, type Code } from '@domesday/core/surface'
import { failureComponents, failureResponses, headers, problem } from '@domesday/surface-parts/openapi'
import { fieldsOf, pathFields, type OperatorCommand } from './commands/command.ts'

const usual: readonly Code[] = [
  'invalid_parameter',
  'invalid_token',
  'unknown_path',
  'rate_limited',
  'internal',
  'overloaded',
]
const codesOf = (command: OperatorCommand): readonly Code[] =>
  command.kind === 'change'
    ? [...usual, 'read_only_token', 'unknown_record', 'not_possible']
    : [...usual, 'unknown_record']

const format = {
  name: 'format',
  in: 'query',
  required: false,
  schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
}
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Stands for `reference`',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const parametersOf = (command: OperatorCommand): readonly object[] => {
  const inPath = pathFields(command)
  const fields = Object.entries(fieldsOf(command))
  const shown = command.method === 'GET' ? fields : fields.filter(([name]) => inPath.includes(name))
  return [
    ...shown.map(([name, { schema, isRequired }]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || isRequired,
      schema,
    })),
    ...(command.kind === 'list' ? [format] : []),
    ...(command.method !== 'GET' && 'reference' in fieldsOf(command) ? [idempotencyKey] : []),
  ]
}

const bodyOf = (command: OperatorCommand): object => {
  const inPath = pathFields(command)
  const fields = Object.entries(fieldsOf(command)).filter(([name]) => !inPath.includes(name))
  if (command.method === 'GET' || fields.length === 0) return {}
  // The header may stand for a reference.
  const required = fields.filter(([name, { isRequired }]) => isRequired && name !== 'reference').map(([name]) => name)
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, field.schema])),
    required,
    additionalProperties: false,
  }
  return { requestBody: { required: required.length > 0, content: { 'application/json': { schema } } } }
}

const answerOf = (command: OperatorCommand): object => {
  const shape: Shape<unknown> =
    command.kind === 'list'
      ? object({ data: listOf(command.answer), next: { schema: { type: ['string', 'null'] } } })
      : object({ data: command.answer })
  const status = command.kind === 'change' ? (command.status ?? 200) : 200
  return {
    [status]: {
      description: command.summary,
      content: {
        'application/json': { schema: shape.schema },
        ...(command.kind === 'list' && { 'text/csv': { schema: { type: 'string' } } }),
      },
    },
  }
}

/** `createKey` of `keys create`. */
const operationId = ({ words }: OperatorCommand): string =>
  words.replace(/[ -](.)/g, (_, first: string) => first.toUpperCase())

const operationOf = (command: OperatorCommand): object => ({
  operationId: operationId(command),
  summary: command.summary,
  parameters: parametersOf(command),
  ...bodyOf(command),
  responses: { ...answerOf(command), ...failureResponses(codesOf(command)) },
})

const pathsOf = (commands: readonly OperatorCommand[]): object =>
  Object.fromEntries(
    [...Map.groupBy(commands, ({ path }) => path)].map(([path, here]) => [
      path,
      Object.fromEntries(here.map((command) => [command.method.toLowerCase(), operationOf(command)])),
    ]),
  )

export const documentOf = (commands: readonly OperatorCommand[], paths = pathsOf(commands)): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Domesday, for operators',
    version: interfaceVersion,
    description:
      'What the command line does to keys and credits, over HTTP on the private port. Every change is noted in the audit trail with the name of its token.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  security: [{ token: [] }],
  paths,
  components: {
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        description: 'The token of an operator. One that may only read sends GET; all else is `read_only_token`.',
      },
    },
    headers,
    responses: failureComponents(paths),
    schemas: { Problem: problem },
  },
})
