/**
 * What the ground at a point itself is made of, by the survey's map at 1:625,000: it comes before the worst spot of the
 * 65 km² around. A small patch may be left out of that map.
 */
import { listed } from '@domesday/core'
import type { Rock, Rocks } from '@domesday/source-bgs-geosure'

export interface Material {
  /** In lower case: `peat`, `till (diamicton)`. */
  readonly name: string
  /** Peat compresses under any load. */
  readonly peat: boolean
  /** Laid down wet or loose: it may compress. */
  readonly soft: boolean
  readonly clay: boolean
  /** Made of grains or stone that neither shrinks nor swells. */
  readonly firm: boolean
}

/** The survey writes in capitals: `THAMES GROUP` is a proper name, `TILL` is none. */
const written = (words: string): string =>
  /\b(GROUP|FORMATION|MEMBER|SUPERGROUP)\b/.test(words)
    ? words.toLowerCase().replace(/\b(?!and\b)\p{L}/gu, (first) => first.toUpperCase())
    : words.toLowerCase()
const nameOf = ({ unit, rock }: Rock): string | null =>
  unit === null || rock === null || unit === rock
    ? (unit ?? rock) && written((unit ?? rock)!)
    : `${written(unit)} (${rock.toLowerCase()})`

const wordsIn = (rocks: readonly Rock[]): string =>
  rocks
    .flatMap(({ unit, rock }) => [unit, rock])
    .join(' ')
    .toUpperCase()

const firm = /SAND|GRAVEL|LIMESTONE|CHALK|GRANITE|BASALT|LAVA|SCHIST|SLATE|GNEISS/
const shrinking = /CLAY|SILT|MUD|DIAMICTON|SHALE|MARL/

/** The uppermost: deposits where there are any, else the bedrock. Null where it is not known. */
export const materialOf = ({ bedrock, superficial_deposits: deposits }: Rocks): Material | null => {
  const top = deposits !== null && deposits.length === 0 ? bedrock : deposits
  const names = (top ?? []).flatMap((rock) => nameOf(rock) ?? [])
  if (top === null || names.length === 0) return null
  const words = wordsIn(top)
  const lithology = top.map(({ rock }) => rock?.toUpperCase() ?? '').join(' ')
  return {
    name: listed(names),
    peat: /\bPEAT\b/.test(words),
    soft: /PEAT|ALLUVI|TIDAL|ESTUAR|LACUSTR|LAGOON|MARINE|MARSH|UNKNOWN/.test(words),
    clay: /\bCLAY\b/.test(lithology),
    firm: firm.test(lithology) && !shrinking.test(lithology),
  }
}
