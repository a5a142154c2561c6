/** `Prefer: whole` (RFC 7240): the caller buys an answer only if nothing of it failed. */
import type { ServerResponse } from 'node:http'
import { Failure, type HeaderSink, type Http, type Plan } from '@domesday/core/surface'

/** Of a preference that is given twice the first counts; `whole` with a value is none that is known here. */
export const wantsWhole = (header: string | readonly string[] | undefined): boolean => {
  const plain = [header ?? []]
    .flat()
    .join(',')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => (quoted === '""' ? '' : 'quoted'))
  const preferences = plain.split(',').map((one) => one.split(';')[0]!.split('='))
  const [, value = ''] = preferences.find(([name]) => name!.trim().toLowerCase() === 'whole') ?? ['', 'not given']
  return value.trim() === ''
}

/** The headers of an answer may be sent before it is whole, as those of a stream. */
export const unlessSent = (res: ServerResponse): HeaderSink => ({
  setHeader: (name, value) => {
    if (!res.headersSent) res.setHeader(name, value)
  },
})

/** Answers an hour that may be gathered for nothing, of each principal and question. */
const refusals = { calls: 12, per: 3_600_000, burst: 0 }
const silent: HeaderSink = { setHeader: () => {} }

const tooMany = (wait: number): Failure =>
  new Failure(
    'rate_limited',
    `The answer to this question was not whole ${refusals.calls} times within an hour. Ask again in ${wait} s, or without 'Prefer: whole'.`,
    { retry_after_s: wait },
  )

/** Runs the work of a call that wants a whole answer. Throws the 429, or what `work` throws. */
export const wholeOnly = (http: Pick<Http, 'limit' | 'principal'>) => {
  // Made by the first call, which loads the package.
  let made: ReturnType<Http['limit']> | undefined
  return async <T>({ lookupHash }: Plan, to: HeaderSink, work: () => Promise<T>): Promise<T> => {
    const limit = (made ??= http.limit('whole', refusals)),
      caller = `${http.principal()} ${lookupHash}`
    const wait = await limit.wait(caller)
    if (wait !== null) throw tooMany(wait)
    try {
      const result = await work()
      to.setHeader('preference-applied', 'whole')
      return result
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'not_whole') throw error
      // Of equal calls at once each is counted.
      await limit.count(caller, silent).catch((limited: Failure) => {
        throw tooMany(limited.more.retry_after_s ?? 1)
      })
      to.setHeader('preference-applied', 'whole')
      throw error
    }
  }
}
