/** Serves operators' commands as JSON over HTTP. */
import {
  Failure,
  faultsShown,
  longestBody,
  queryOf,
  sendJson,
  json,
  type Code,
  type ServiceView,
  type State,
} from '@domesday/core/surface'
import { BillingError, type BillingFault } from '@domesday/core/store'
import { idempotencyKey } from '@domesday/surface-parts/idempotency'
import type { Context, Middleware } from 'koa'
import { fieldsOf, pathFields, type OperatorCommand } from './commands/command.ts'
import { csvOf, operatorCommands } from './commands/index.ts'
import { InputRefused, readInput, type InputFault, type Loaded } from './fields.ts'
import { documentOf } from './openapi.ts'
import { holderOf, tokenVariable, type Holder, type Token } from './tokens.ts'

type Given = Record<string, unknown>

const codes: Readonly<Record<BillingFault, Code>> = {
  unknown_key: 'unknown_record',
  unknown_request: 'unknown_record',
  revoked_key: 'not_possible',
  expired_key: 'not_possible',
  request_reused: 'not_possible',
  reserved_reference: 'invalid_parameter',
  insufficient: 'not_possible',
  unknown_cursor: 'invalid_parameter',
  invalid_amount: 'invalid_parameter',
  invalid_key_terms: 'invalid_parameter',
  closed: 'overloaded',
  unusable: 'overloaded',
}

/** What a 400 of the store is about. */
const parameters: Partial<Readonly<Record<BillingFault, string>>> = {
  unknown_cursor: 'cursor',
  invalid_amount: 'credits',
  invalid_key_terms: 'body',
  reserved_reference: 'reference',
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const invalid = (errors: readonly InputFault[]): Failure =>
  new Failure('invalid_parameter', 'This request has faults. Nothing was changed.', {
    errors: errors.slice(0, faultsShown),
  })

const bearer = /^Bearer +([^\s]+) *$/i

/** Throws the 401. */
const authenticated = (ctx: Context, tokens: readonly Token[]): Holder => {
  const given = bearer.exec(ctx.req.headers.authorization ?? '')?.[1]
  const holder = given === undefined ? null : holderOf(tokens, given)
  if (holder !== null) return holder
  throw new Failure(
    'invalid_token',
    given === undefined
      ? `There is no token. Send 'Authorization: Bearer <token>' with one of ${tokenVariable}.`
      : `The token is none of those in ${tokenVariable}.`,
  )
}

/** Throws the 403, whatever the path: what it would change need not be looked for. */
const authorise = (method: string, { name, role }: Holder): void => {
  if (role === 'read' && method !== 'GET')
    throw new Failure('read_only_token', `The token of '${name}' may only read: it sends GET, not ${method}.`)
}

/** The fields in the path; null for another path. */
const matched = ({ path }: OperatorCommand, asked: string): Given | null => {
  const form = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const groups = new RegExp(`^${form}$`).exec(asked)
  if (groups === null) return null
  try {
    return Object.fromEntries(
      Object.entries(groups.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    )
  } catch {
    return null
  }
}

/** Throws the 404, or the 405. */
const found = (method: string, path: string): { readonly command: OperatorCommand; readonly inPath: Given } => {
  const here = operatorCommands.flatMap((command) => {
    const inPath = matched(command, path)
    return inPath === null ? [] : [{ command, inPath }]
  })
  const one = here.find(({ command }) => command.method === method)
  if (one) return one
  if (here.length === 0)
    throw new Failure('unknown_path', 'There is nothing at this path. GET /operator/openapi.json lists what there is.')
  const allow = [...new Set(here.map(({ command }) => command.method))].join(', ')
  throw new Failure('method_not_allowed', `This path does not answer ${method}.`, { headers: { allow } })
}

/** The members of the body, which may be absent. Throws the 400. */
const bodyOf = ({ body }: State): Given => {
  if (body?.tooLarge) throw invalid([{ parameter: 'body', detail: `must have at most ${longestBody} bytes` }])
  const text = body?.bytes.toString('utf8').trim() ?? ''
  if (text === '') return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw invalid([{ parameter: 'body', detail: 'is not JSON' }])
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Given
  throw invalid([{ parameter: 'body', detail: 'must be a JSON object' }])
}

/** The parameters of the address, each once. Throws the 400. */
const inQuery = (ctx: Context, command: OperatorCommand): Given => {
  const fields = fieldsOf(command)
  const entries = Object.entries(queryOf(ctx.req.url!))
  const twice = entries.filter(([, given]) => typeof given !== 'string')
  if (twice.length > 0)
    throw invalid(twice.map(([name]) => ({ parameter: name.slice(0, 40), detail: 'is given more than once' })))
  const parse = (name: string, text: string): unknown =>
    Object.hasOwn(fields, name) ? fields[name]!.parse(text) : text
  return Object.fromEntries(entries.map(([name, text]) => [name, parse(name, text as string)]))
}

/** All that a request says to its command. */
const givenBy = (ctx: Context, command: OperatorCommand, inPath: Given): Given => {
  if (command.method === 'GET') return { ...inQuery(ctx, command), ...inPath }
  if (ctx.querystring !== '') throw invalid([{ parameter: 'query', detail: 'is not accepted: send a JSON body' }])
  const body = bodyOf(ctx.state as State)
  const named = pathFields(command).filter((name) => name in body)
  if (named.length > 0) throw invalid(named.map((parameter) => ({ parameter, detail: 'stands in the path only' })))
  const header = ctx.req.headers['idempotency-key']
  if (header === undefined || !('reference' in fieldsOf(command))) return Object.assign(body, inPath)
  const reference = idempotencyKey(header, 'Idempotency-Key')
  if (body['reference'] !== undefined && body['reference'] !== reference)
    throw invalid([{ parameter: 'reference', detail: 'differs from the Idempotency-Key, which stands for it' }])
  return Object.assign(body, { reference }, inPath)
}

export const operatorApi = (
  { billing, plugins, sellingToKeys }: Pick<ServiceView, 'billing' | 'plugins' | 'sellingToKeys'>,
  tokens: readonly Token[],
): Middleware => {
  const known = (): Loaded => ({ endpoints: [...plugins.endpoints.keys()], surfaces: sellingToKeys, now: Date.now() })

  const answer = async (ctx: Context, command: OperatorCommand, given: Given, who: string): Promise<void> => {
    const isList = command.kind === 'list'
    const { format = 'json', ...rest } = isList ? given : ({} as Given)
    const read = readInput(fieldsOf(command), isList ? rest : given, known())
    const ofFormat =
      isList && format !== 'json' && format !== 'csv' ? [{ parameter: 'format', detail: 'must be json or csv' }] : []
    if ('faults' in read || ofFormat.length > 0) throw invalid([...('faults' in read ? read.faults : []), ...ofFormat])
    const { input } = read
    if (command.kind === 'list') {
      const { rows, next } = await command.run(input, billing)
      if (format === 'json') return sendJson(ctx, json({ data: rows, next }))
      if (next !== null) ctx.set('link', `<${nextOf(ctx, next)}>; rel="next"`)
      return sendJson(
        ctx,
        Buffer.from(csvOf(Object.keys(command.answer.fields ?? {}), rows)),
        'text/csv; charset=utf-8',
      )
    }
    const shown =
      command.kind === 'view'
        ? await command.run(input, billing)
        : await command.run(input, billing, { who, surface: 'api' })
    ctx.status = (command.kind === 'change' ? command.status : undefined) ?? 200
    return sendJson(ctx, json({ data: shown }))
  }

  return async (ctx) => {
    if (tokens.length === 0)
      throw new Failure('unknown_path', `The API for operators is off: the environment has no ${tokenVariable}.`)
    if (ctx.path === '/operator/openapi.json' && ctx.method === 'GET') {
      ;(ctx.state as State).route = ctx.path
      return sendJson(ctx, json(documentOf(operatorCommands)))
    }
    const holder = authenticated(ctx, tokens)
    authorise(ctx.method, holder)
    const { command, inPath } = found(ctx.method, ctx.path)
    ;(ctx.state as State).route = command.path
    try {
      await answer(ctx, command, givenBy(ctx, command, inPath), holder.name)
    } catch (fault) {
      if (fault instanceof InputRefused) throw invalid(fault.faults)
      if (!(fault instanceof BillingError)) throw fault
      const { code, message } = fault,
        parameter = parameters[code]
      throw new Failure(codes[code], sentence(message), parameter ? { errors: [{ parameter, detail: message }] } : {})
    }
  }
}

const nextOf = ({ path, querystring }: Context, cursor: string): string => {
  const query = new URLSearchParams(querystring)
  query.set('cursor', cursor)
  return `${path}?${query.toString()}`
}
