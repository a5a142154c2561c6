/** A view of a body that notes which of its members code looks at. */

/** By the paths of `fieldsSent`: `items[].name`, or `[].name` where the body is a list. */
export const touchedIn = (body: unknown, touched: Set<string>): any => {
  const viewOf = (value: unknown, path: string): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const isList = Array.isArray(value)
    const at = (name: string): string => (isList ? `${path}[]` : path === '' ? name : `${path}.${name}`)
    const touch = (name: string | symbol): void => {
      if (typeof name === 'string' && !isList) touched.add(at(name))
    }
    return new Proxy(value, {
      get: (target, name) => {
        touch(name)
        const found = Reflect.get(target, name) as unknown
        return typeof name === 'string' && typeof found !== 'function' ? viewOf(found, at(name)) : found
      },
      has: (target, name) => {
        touch(name)
        return Reflect.has(target, name)
      },
      ownKeys: (target) => {
        const names = Reflect.ownKeys(target)
        names.forEach(touch)
        return names
      },
    })
  }
  return viewOf(body, '')
}
