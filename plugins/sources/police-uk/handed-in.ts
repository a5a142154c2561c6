/** Months for which forces have handed in nothing, as `missing.json` lists them. */
import { counted, listed, once } from '@domesday/core'
import { outlineOf, shareInWords, shareIn, type Circle } from '@domesday/vocabulary-geography'
import areas from './areas.json' with { type: 'json' }
import missing from './missing.json' with { type: 'json' }
import { monthName } from './months.ts'

interface Missing {
  readonly force: string
  readonly from: string
  readonly until?: string
}
const lacks = ({ from, until = '9999-12' }: Missing, month: string): boolean => month >= from && month <= until

const territorial: readonly (Missing & { readonly area: string })[] = missing.territorial
const transport: readonly Missing[] = missing.transport

/** Which forces have handed in nothing, and when. */
export const notHandedIn: string = listed(
  [...territorial, ...transport].map(({ force, from, until }) =>
    until === undefined
      ? `${force} since ${monthName(from)}`
      : from === until
        ? `${force} in ${monthName(from)}`
        : `${force} from ${monthName(from)} to ${monthName(until)}`,
  ),
)

/** The months of these that the force of an area has handed in. */
export const handedIn = (area: string | null, months: readonly string[]): readonly string[] => {
  const gaps = territorial.filter((one) => one.area === area)
  return months.filter((month) => !gaps.some((gap) => lacks(gap, month)))
}

/** Why none, or not all, of some months were handed in. */
export const whyShort = (area: string | null, months: readonly string[]): string => {
  const gaps = territorial.filter((one) => one.area === area && months.some((month) => lacks(one, month)))
  const open = gaps.find(({ until }) => until === undefined)
  if (open) return `${open.force} has handed in no street-level crimes since ${monthName(open.from)}`
  const short = months.filter((month) => gaps.some((gap) => lacks(gap, month)))
  return `${counted(short.length, 'month')} (${listed(short)}) left out: ${gaps[0]!.force} handed in nothing for ${short.length === 1 ? 'it' : 'them'}`
}

interface Lack {
  readonly why: string
  readonly known: number
}
const outlines = once(() => Object.entries(areas.outlines).map(([area, lines]) => ({ area, ...outlineOf(lines) })))

/** What a circle lacks because it reaches the area of another force, which has not handed in all of some months. */
export const beyondForce = (own: string | null, circle: Circle, months: readonly string[]): readonly Lack[] =>
  outlines().flatMap((outline): readonly Lack[] => {
    const { area } = outline
    const short = months.length - handedIn(area, months).length
    const share = area === own || short === 0 ? 0 : shareIn(outline, circle)
    const when = short === months.length ? '' : ` for ${counted(short, 'month')} of these`
    return share === 0
      ? []
      : [
          {
            why: `${shareInWords(share)} of the circle is in ${area}, whose police have handed in nothing${when}`,
            known: 1 - (share * short) / months.length,
          },
        ]
  })

/** On crimes that no counts of these months hold, wherever they are; null where none are known to be missing. */
export const noteOn = (months: readonly string[]): string | null => {
  const [gap] = transport.filter((one) => months.some((month) => lacks(one, month)))
  if (!gap) return null
  const short = months.filter((month) => lacks(gap, month)).toSorted()
  return `${gap.force}, whose crimes are those on railways, handed in nothing for ${counted(short.length, 'month')} of these (${monthName(short[0]!)} to ${monthName(short.at(-1)!)})`
}
