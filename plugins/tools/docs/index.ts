/** The generated documentation. */
export { generatedPages } from './pages.ts'
