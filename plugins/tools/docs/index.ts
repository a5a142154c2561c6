/** The generated documentation, and the schemas of settings files. */
export { generatedPages } from './pages.ts'
export { modelineOf, schemaPathOf, schemasFolder, settingsSchemas, withoutModeline } from './settings-schemas.ts'
