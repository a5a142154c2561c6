/**
 * What it costs to check bodies against what is declared of them, in one process: an ordinary page of 2 kB, one of
 * 5 MB, and bodies that no upstream means to send. Beside each in the same round: the parsing alone of the same body.
 * `node test/bench/wire.ts [rounds]`
 */
import { sent, wire, type Wire } from '../../core/index.ts'
import { checkWire } from '../../plugins/clients/formats/index.ts'
import { interleaved, judge, median, ratio } from './rounds.ts'

const rounds = Number(process.argv[2] ?? 25)

const { text, number, flag, scalar, must, often } = sent
const page: Wire<any> = wire({
  total_results: scalar,
  about: sent.any,
  ...sent.unread('etag', 'kind', 'links', 'start_index', 'items_per_page'),
  items: must([
    {
      name: must(text),
      role: often(text),
      appointed_on: text,
      resigned_on: text,
      is_corporate: flag,
      count: number,
      born: { month: scalar, year: scalar },
      links: often({ self: text, officer: { appointments: text } }),
      ...sent.unread('address', 'occupation', 'nationality'),
    },
  ]),
})
const row = (n: number) => ({
  name: `SURNAME ${n}, Forenames`,
  role: 'director',
  appointed_on: '2012-09-03',
  is_corporate: false,
  count: n,
  born: { month: 11, year: 1971 },
  nationality: 'British',
  occupation: 'Director',
  address: { address_line_1: '4 Bank Park', locality: 'Warrington', postal_code: 'WA1 1UH' },
  links: { self: `/appointments/${n}`, officer: { appointments: `/officers/${n}/appointments` } },
})
const pageOf = (count: number): string =>
  JSON.stringify({ total_results: count, kind: 'list', items: Array.from({ length: count }, (_, n) => row(n)) })
const members = (count: number): string => Array.from({ length: count }, (_, n) => `"m${n}":${n}`).join()
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

/** How many times a body is parsed, and checked, in a round; and what the check may take beside the parsing. */
const cases = {
  'a page of 2 kB': { body: pageOf(5), times: 2_000, atMost: 1.5 },
  '5 MB of rows': { body: pageOf(14_000), times: 1, atMost: 0.6 },
  '5 MB of another kind': { body: `[${Array(1_250_000).fill('"a"').join()}]`, times: 1, atMost: 1 },
  '5 MB of rows that cannot be read': {
    body: `{"items":[${Array(140_000).fill('{"name":{"a":1},"links":[],"born":7}').join()}]}`,
    times: 1,
    atMost: 1,
  },
  '100,000 levels that nobody reads': { body: `{"items":[],"about":${deep(100_000)}}`, times: 10, atMost: 0.5 },
  'huge numbers': {
    body: `{"items":[${Array(10_000)
      .fill(`{"name":"A","count":1e400,"born":{"year":${'9'.repeat(400)}}}`)
      .join()}]}`,
    times: 1,
    atMost: 0.5,
  },
  'a million members that nobody has named': { body: `{"items":[],${members(1_000_000)}}`, times: 1, atMost: 3 },
} as const
type Case = keyof typeof cases
const names = Object.keys(cases) as Case[]

/** Milliseconds for all bodies of one case. What is parsed beforehand is not shared: the check takes rows out. */
const timed = (name: Case) => {
  const { body, times } = cases[name]
  const bodies: unknown[] = []
  let began = performance.now()
  for (let i = 0; i < times; i++) bodies.push(JSON.parse(body))
  const parsed = performance.now() - began
  began = performance.now()
  for (const one of bodies) {
    try {
      checkWire(page, one)
    } catch {
      // It is another document.
    }
  }
  return { parsed, checked: performance.now() - began }
}

const taken = await interleaved(names, rounds, async (name) => timed(name))
for (const name of names) {
  const { body, times } = cases[name]
  const micro = (of: 'parsed' | 'checked'): string =>
    ((1000 * median(taken[name].map((one) => one[of]))) / times).toFixed(0)
  console.log(
    `${name.padEnd(42)} ${(body.length / 1000).toFixed(1).padStart(8)} kB: parsing ${micro('parsed').padStart(8)} µs, checking ${micro('checked').padStart(8)} µs`,
  )
}
judge(
  names.map((name) => ({
    what: `checking ÷ parsing, ${name}`,
    value: ratio(
      taken[name].map(({ checked }) => checked),
      taken[name].map(({ parsed }) => parsed),
    ),
    atMost: cases[name].atMost,
  })),
)
