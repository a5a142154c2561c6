/** Elements are a matter of the page: for the tests, which have no such types, they are unknown. */
export const faults: () => string[]
export const leastContrast: () => { readonly ratio: number; readonly text: string }
export const settled: () => Promise<unknown>
export const overflow: () => number
export const paper: () => string
export const focused: () => string
export const focusOutline: () => string
export const openAll: () => void
export const visible: (selector: string) => number
export const goTo: (hash: string) => void
export const keepKey: (key: string) => void
export const remove: (elements: readonly any[]) => void
export const toTop: (element: any) => void
export const shownText: () => string
export const emptyFigures: () => string[]
export const repeatedMessages: () => string[]
export const untrueLabels: () => string[]
