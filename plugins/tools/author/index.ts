/** Tools for authors of plugins: a new one from its templates, and all faults of one. */
export { checkPlugin, checkPlugins, type CheckedPlugin } from './check-plugin.ts'
export { answersDrawn, summaryOf } from './draw.ts'
export { kit, newPlugin, type PluginHome, type Written } from './new-plugin.ts'
export { faultLines, type PluginFault } from '@domesday/tool-testing/faults'
export { watchFolder } from './watch.ts'
export { versionOf } from './versions.ts'
export type { PluginKind } from './words.ts'
