/** The least that a service on the same framework starts with: one route that says that it is there. */
import Router from '@koa/router'
import Koa from 'koa'

const router = new Router()
router.get('/readyz', (ctx) => {
  ctx.body = { status: 'ok' }
})
new Koa().use(router.routes()).listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
