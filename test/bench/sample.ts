import { setTimeout as wait } from 'node:timers/promises'
import type { Request } from './connection.ts'

/** What all servers of the warm bench answer: look-ups as the service itself answers them and the keys that ask. */
export interface Sample {
  readonly answers: readonly { readonly path: string; readonly body: string }[]
  readonly keys: readonly string[]
}

// Of each something is known: an answer that knows nothing is free, and not what is measured here.
const postcodes = ['WA11UH', 'EH11YZ', 'PR30SG', 'CF243AA', 'BT12FF', 'SW1A2AA', 'NW19HZ']
const companies = ['99000017', '99000025', '99000033', '99000041', '99000058', '99000066', '99000074', '99000090']
const radii = Array.from({ length: 24 }, (_, i) => 500 + 50 * i)

/** Places and companies in turn, all at standard depth: 168 addresses of places, 8 of companies. */
export const paths: readonly string[] = radii
  .flatMap((radius) => postcodes.map((postcode) => `/api/v1/location/${postcode}?radius_m=${radius}`))
  .flatMap((place, i) => [place, `/api/v1/entity/${companies[i % companies.length]!}`])

const keyCount = 50

/** The JSON at an address. A server that says that it is too busy is asked again when it says. */
const json = async (address: string, sent: RequestInit = {}): Promise<any> => {
  const answer = await fetch(address, sent)
  if (answer.ok) return answer.json()
  if (answer.status !== 503) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
  await wait(Number(answer.headers.get('retry-after') ?? 1) * 1000)
  return json(address, sent)
}

/** Asks the service for keys and for every address once, after which all answers are in its cache. */
export const takeSample = async (origin: string): Promise<Sample> => {
  const keys: string[] = []
  while (keys.length < keyCount) keys.push((await json(`${origin}/keys`, { method: 'POST', body: '{}' })).data.key)
  const answers: { path: string; body: string }[] = []
  for (const path of paths) {
    const body: unknown = await json(origin + path, {
      headers: { authorization: `Bearer ${keys[answers.length % keyCount]!}` },
    })
    answers.push({ path, body: JSON.stringify(body) })
  }
  return { answers, keys }
}

/** The same look-ups as requests to be sent, each by the next key. */
export const requestsOf = ({ answers, keys }: Sample): readonly Request[] =>
  answers.map(({ path }, i) => ({ path, headers: { authorization: `Bearer ${keys[i % keys.length]!}` } }))
