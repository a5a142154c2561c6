import { describe, expect, it } from 'vitest'
import { withItsPlace } from './metadata.ts'

describe('a module that is packed', () => {
  it('has its place written out, and nothing else changed', () => {
    expect(
      withItsPlace(
        'const here: string = import.meta.dirname // import.meta.dirname\nexport const [url, file] = [new URL("./a.yaml", import.meta.url), import.meta.filename]',
        '/p/core/a.ts',
      ),
    ).toBe(
      'const here: string = "/p/core" // import.meta.dirname\nexport const [url, file] = [new URL("./a.yaml", "file:///p/core/a.ts"), "/p/core/a.ts"]',
    )
  })

  it('keeps the words for it in a text', () => {
    const code = "export const said = 'import.meta.dirname'"
    expect(withItsPlace(code, '/p/a.ts')).toBe(code)
  })

  it.each(['import.meta.resolve("x")', 'import.meta', 'import.meta["url"]'])(
    'cannot ask for anything else: %s',
    (asked) => {
      expect(() => withItsPlace(`export const x = ${asked}`, '/p/a.ts')).toThrow('/p/a.ts: import.meta')
    },
  )
})
