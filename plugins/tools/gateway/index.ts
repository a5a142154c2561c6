/** Gateways: local servers that replace every upstream. The sandbox uses this package. */
import { gateway } from '@domesday/core/tool'
import { createSandbox } from './sandbox.ts'

export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts'
export { json, listenOnLoopback, type Answer, type Call } from './server.ts'

/** Answers with the sample data of the sources' packages. */
export const sampleGateway = gateway({
  id: 'gateway',
  open: async (parts) => ({
    ...(await createSandbox(parts).listen()),
    earlier: async () => (await import('./earlier.ts')).earlierSamples(),
  }),
})
