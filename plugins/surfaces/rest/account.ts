/** `GET /account` and `POST /keys`, both free. */
import { Failure, json, longestBody, sendJson, type Http, type ServiceView, type State } from '@domesday/core/surface'
import { shownTerms } from '@domesday/surface-parts/key-terms'

/** `POST /keys` accepts no body, or an empty object. */
const checkEmpty = ({ body }: State): void => {
  if (body?.tooLarge)
    throw new Failure('invalid_parameter', 'The body is too large.', {
      errors: [{ parameter: 'body', detail: `must have at most ${longestBody} bytes` }],
    })
  const text = body?.bytes.toString('utf8').trim() ?? ''
  const faults = text === '' ? [] : bodyFaults(text)
  if (faults.length > 0)
    throw new Failure('invalid_parameter', 'The body must be an empty JSON object.', { errors: faults })
}

const bodyFaults = (text: string): readonly { parameter: string; detail: string }[] => {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return [{ parameter: 'body', detail: 'must be a JSON object' }]
    return Object.keys(body)
      .slice(0, 20)
      .map((key) => ({ parameter: key.slice(0, 40), detail: 'is not accepted here' }))
  } catch {
    return [{ parameter: 'body', detail: 'is not JSON' }]
  }
}

export const account = (http: Http, { settings, billing }: Pick<ServiceView, 'settings' | 'billing'>): void => {
  http.get('/account', async (ctx) => {
    const id = http.authenticate(ctx.req)
    ;(ctx.state as State).keyId = id
    const { balance, held, ledger } = await billing.ledger.account(id)
    const terms = shownTerms(await billing.keys.get(id))
    ctx.res.setHeader('x-credits-charged', 0)
    ctx.res.setHeader('x-credits-remaining', balance - held)
    await sendJson(
      ctx,
      json({
        data: {
          id,
          balance,
          held,
          terms,
          ledger: ledger.map((row) => ({
            at: new Date(row.at).toISOString(),
            kind: row.kind,
            amount: row.amount,
            balance: row.balance,
            request_id: row.requestId,
            endpoint: row.endpoint,
            depth: row.depth,
            surface: row.surface,
            subject: row.subject,
          })),
        },
      }),
    )
  })

  http.post('/keys', async (ctx) => {
    const { self_service: open, free_credits: credits } = settings().service.keys
    if (!open) throw new Failure('unknown_path', 'Keys are not handed out here: ask the operator for one.')
    await http.newKeys().count(http.addressIn(ctx.req), ctx.res)
    checkEmpty(ctx.state as State)
    const { id, key } = await billing.keys.create({ credits, label: 'self-service' })
    ctx.status = 201
    await sendJson(ctx, json({ data: { id, key, credits } }))
  })
}
