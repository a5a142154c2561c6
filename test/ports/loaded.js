// Preloaded into a process: writes the address of each module that is loaded into the file that MODULES_LOADED names.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load: (url, context, next) => {
    appendFileSync(process.env.MODULES_LOADED, `${url}\n`)
    return next(url, context)
  },
})
