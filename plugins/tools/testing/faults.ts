/** Faults of plugins, and what a service says that runs them: for the tools that tell authors. */
export { distinctFaults, faultLines, lineOf, placeIn, type PluginFault } from './plugin-fault.ts'
export { hear, type Heard, type MissingSample } from './heard.ts'
export { manifestFaults } from './manifest-faults.ts'
export { importFaultsOf } from './source.ts'
