/** Who uses the name of a company that failed, by a notice of rule 22.4: it prints the number of the failed one. */
import { wordsOf } from '@domesday/vocabulary-companies'
import { isReuse } from './codes.ts'

/** Words in capitals before a legal form. Names of persons stand apart from them, and are not kept. */
const name =
  /(?:[A-Z0-9&][\w&'’.()-]*|and)(?:\s+(?:[A-Z0-9&(][\w&'’.()-]*|and|of|&)){0,8}?\s+(?:LIMITED|LTD|LLP|PLC|CIC|Limited|Ltd|Plc|Cyfyngedig)\b/g

const most = 8
/** The companies that such a notice names, that which failed among them. None of other notices. */
export const namedIn = (code: string | null, content: string): readonly string[] =>
  isReuse(code)
    ? [
        ...new Set(
          content
            .replace(/<[^>]*>/g, ' ')
            .replace(/\s+/g, ' ')
            .match(name) ?? [],
        ),
      ].slice(0, most)
    : []

const written = (name: string): string => wordsOf(name).join(' ').replace(/ LTD$/, ' LIMITED')
/** Words in capitals may stand before a name in capitals; a longer name may end in a shorter one. */
const before = ['OF', 'AS', 'TO', 'BY', 'AND', 'NAME', 'NAMED', 'CALLED', 'COMPANY', 'UNDER', 'IS']

/** Whether one of them is the company of this name. */
export const isNamed = (told: readonly string[], company: string): boolean => {
  const own = written(company)
  return (
    own !== '' &&
    told.map(written).some((one) => one === own || before.some((word) => ` ${one}`.endsWith(` ${word} ${own}`)))
  )
}
