/** `POST /keys`: a key with free credits, where self-service is on. */
import { Failure, json, sendJson, type Http, type ServiceView, type State } from '@domesday/core/surface'
import { bodyObject } from '@domesday/surface-parts/json-body'

/** `POST /keys` accepts no body, or an empty object. */
const checkEmpty = (state: State): void => {
  const members = Object.keys(bodyObject(state)).slice(0, 20)
  if (members.length > 0)
    throw new Failure('invalid_parameter', 'The body must be an empty JSON object.', {
      errors: members.map((name) => ({ parameter: name.slice(0, 40), detail: 'is not accepted here' })),
    })
}

export const newKeys = (http: Http, { settings, billing }: Pick<ServiceView, 'settings' | 'billing'>): void => {
  http.post('/keys', async (ctx) => {
    const { self_service: open, free_credits: credits } = settings().service.keys
    if (!open) throw new Failure('unknown_path', 'Keys are not handed out here: ask the operator for one.')
    await http.newKeys().count(http.addressIn(ctx.req), ctx.res)
    checkEmpty(ctx.state as State)
    const { id, key } = await billing.keys.create({ credits, label: 'self-service', unpaid: true })
    ctx.status = 201
    await sendJson(ctx, json({ data: { id, key, credits } }))
  })
}
