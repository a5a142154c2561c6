/** The operators' API under `/operator`, on the private port: their commands as JSON over HTTP. */
import { surface } from '@domesday/core/surface'
import type { Middleware } from 'koa'
import { tokensIn, tokenVariable } from './tokens.ts'

export const operator = surface({
  id: 'operator',
  home: import.meta.dirname,
  private: true,
  env: [tokenVariable],
  paths: ['/operator/*'],
  mount: (http, service) => {
    const tokens = tokensIn(service.env)
    let api: Promise<Middleware> | undefined
    // Loaded by the first request: most services run for months without one.
    http.all('/operator/*rest', async (ctx, next) => {
      api ??= import('./api.ts').then(({ operatorApi }) => operatorApi(service, tokens))
      await (
        await api
      )(ctx, next)
    })
  },
  describe: ({ env }) => ({
    greeting: {
      name: 'operator',
      text:
        tokensIn(env).length > 0
          ? 'the API for operators is at /operator beside the metrics'
          : `the API for operators is off: ${tokenVariable} is not set`,
    },
  }),
})
