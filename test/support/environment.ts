/** The environment of Node, in which a worker closes at its end what it opened for all its files. */
import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { node } = builtinEnvironments

declare global {
  var atEndOfWorker: (() => Promise<void>)[]
}

const environment: Environment = {
  name: 'worker',
  viteEnvironment: 'ssr',
  setup: async (global, options) => {
    const { teardown } = await node.setup(global, options)
    global['atEndOfWorker'] = []
    return {
      teardown: async () => {
        for (const close of global['atEndOfWorker'].toReversed()) await close()
        await teardown(global)
      },
    }
  },
}
export default environment
