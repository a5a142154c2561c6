/** The least that a service on the same framework starts with: no route that does anything. */
import Router from '@koa/router'
import Koa from 'koa'
import type { AddressInfo } from 'node:net'

const router = new Router()
router.get('/', (ctx) => {
  ctx.body = 'ok'
})
const server = new Koa()
  .use(router.routes())
  .listen(0, '127.0.0.1', () => console.log(`address http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
