/** Tools for authors of plugins: a new one from its templates, and all faults of one. */
export { checkPlugin, type CheckedPlugin } from './check-plugin.ts'
export { answersDrawn, faultLines, summaryOf } from './draw.ts'
export { newPlugin, type Written } from './new-plugin.ts'
export type { PluginFault } from './plugin-fault.ts'
export { watchFolder } from './watch.ts'
export type { PluginKind } from './words.ts'
