/** Gateways: servers on this machine that stand in for every upstream. The sandbox names this package. */
import { gateway } from '@domesday/core/tool'
import { createSandbox } from './sandbox.ts'

export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts'
export { json, listenOnLoopback, type Answer, type Call } from './server.ts'

/** Answers with the samples of the sources' packages. */
export const sampleGateway = gateway({
  id: 'gateway',
  open: (parts) => createSandbox(parts).listen(),
})
