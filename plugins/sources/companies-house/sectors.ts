/**
 * Names of trades, and their five-digit codes in the 2007 industrial classification: the register can only be searched
 * by codes.
 */
import { industryOf, sicCodesBelow } from './sic-codes.ts'

// Phrases in the singular, and the codes that firms of the trade register under.
const trades: readonly (readonly [phrases: string, codes: string])[] = [
  ['farm, farming, agriculture', '01110 01130 01410 01420 01450 01460 01470 01500 01610'],
  ['forestry', '02100 02200 02400'],
  ['fishing, fishery', '03110 03120 03210 03220'],
  ['food manufacturer, food manufacturing', '10130 10390 10511 10519 10710 10720 10822 10850 10890'],
  ['bakery, baker', '10710 47240'],
  ['brewery, brewing', '11050'],
  ['distillery, distilling', '11010'],
  ['clothing manufacturer, textile', '13200 13921 13990 14131 14132 14190'],
  ['printing, printer', '18121 18129 18130'],
  ['chemical, chemicals', '20130 20140 20150 20590'],
  ['pharmaceutical, pharma', '21100 21200'],
  ['plastic, plastics', '22210 22220 22230 22290'],
  ['metalwork, metal fabrication, steel, precision engineering', '25110 25500 25610 25620 25730 25990'],
  ['electronics', '26110 26120 26200 26309 26400 26511 26520'],
  ['machinery, machine', '28110 28220 28290 28410 28490 28990'],
  ['aerospace, aircraft', '30300'],
  ['furniture maker, furniture manufacturer', '31010 31020 31030 31090'],
  ['medical device', '32500'],
  ['electricity, energy, power generation', '35110 35120 35130 35140'],
  ['waste, recycling', '38110 38120 38210 38220 38310 38320'],
  ['property developer, property development', '41100'],
  ['construction, builder, building, house builder', '41201 41202 43390 43999'],
  ['civil engineering', '42110 42210 42990'],
  ['electrician, electrical contractor', '43210'],
  ['plumber, plumbing, heating engineer', '43220'],
  ['plasterer, plastering', '43310'],
  ['carpenter, carpentry, joiner, joinery', '43320'],
  ['flooring, tiler', '43330'],
  ['painter, decorator, decorating', '43341'],
  ['glazier, glazing', '43342'],
  ['roofing, roofer', '43910'],
  ['scaffolding', '43991'],
  ['car dealer, car sale', '45111 45112 45190'],
  ['garage, car repair, mechanic', '45200'],
  ['car part', '45310 45320'],
  ['wholesale, wholesaler', '46390 46420 46499 46690 46900'],
  ['supermarket, grocer, grocery, convenience store', '47110'],
  ['retail, retailer, shop', '47110 47190 47599 47710 47789 47799'],
  ['greengrocer', '47210'],
  ['butcher', '47220'],
  ['fishmonger', '47230'],
  ['off licence, wine merchant', '47250'],
  ['petrol station', '47300'],
  ['hardware store, diy', '47520'],
  ['furniture shop, furniture', '47599'],
  ['bookshop, book shop', '47610'],
  ['clothing, fashion, clothes shop', '47710 47721'],
  ['pharmacy, chemist', '47730'],
  ['florist, pet shop, garden centre', '47760'],
  ['jeweller, jewellery', '47770'],
  ['optician', '47782'],
  ['online shop, online retail, ecommerce, e commerce', '47910'],
  ['taxi, private hire', '49320'],
  ['haulage, road freight, logistics', '49410 52290'],
  ['removal', '49420'],
  ['warehouse, warehousing', '52101 52102 52103'],
  ['courier, parcel delivery', '53202'],
  ['hotel', '55100'],
  ['holiday let, holiday accommodation', '55201 55202 55209'],
  ['campsite, caravan park', '55300'],
  ['restaurant', '56101 56102'],
  ['cafe, coffee shop, tea room, coffee', '56102'],
  ['takeaway, take away, fast food', '56103'],
  ['catering, caterer', '56210 56290'],
  ['pub, bar', '56302'],
  ['publishing, publisher', '58110 58130 58141 58142 58190'],
  ['film, television, video production', '59111 59112 59113 59120'],
  ['music, recording studio', '59200 90010'],
  ['telecom, telecommunication', '61100 61200 61300 61900'],
  ['software, app, software developer, software development', '62011 62012'],
  ['video game, games developer', '58210 62011'],
  ['it, it consultancy, it consultant, computing, technology', '62012 62020 62030 62090'],
  ['data processing, web hosting, hosting', '63110'],
  ['bank, banking', '64191'],
  ['insurance', '65110 65120 66220'],
  ['fund management, investment manager, asset management', '66300'],
  ['estate agent', '68310'],
  ['letting agent, property management', '68209 68320'],
  ['solicitor, law firm, legal', '69101 69102 69109'],
  ['accountant, accountancy, accounting, bookkeeping', '69201 69202 69203'],
  ['public relation, pr agency', '70210'],
  ['management consultant, management consultancy, consulting, consultancy', '70221 70229'],
  ['architect, architecture', '71111'],
  ['engineering, engineering consultancy', '71121 71122 71129'],
  ['testing laboratory', '71200'],
  ['biotech, biotechnology, life science', '72110'],
  ['research and development, research', '72110 72190 72200'],
  ['advertising, marketing, marketing agency', '73110 73120'],
  ['market research', '73200'],
  ['design, graphic design', '74100'],
  ['photographer, photography', '74201 74202 74203 74209'],
  ['translation, translator', '74300'],
  ['vet, veterinary', '75000'],
  ['recruitment, employment agency, staffing', '78109 78200 78300'],
  ['travel agent, tour operator', '79110 79120 79901'],
  ['security', '80100 80200'],
  ['cleaning, cleaner', '81210 81221 81222 81229 81299'],
  ['landscaping, gardener, gardening', '81300'],
  ['event, conference', '82301 82302'],
  ['call centre', '82200'],
  ['school, education', '85200 85310 85320 85590'],
  ['driving school', '85530'],
  ['tutor, tutoring, training', '85590'],
  ['hospital', '86101'],
  ['doctor, gp, medical practice', '86210 86220'],
  ['dentist, dental', '86230'],
  ['physiotherapy, physiotherapist', '86900'],
  ['care home, nursing home', '86102 87100 87200 87300 87900'],
  ['home care, domiciliary care', '88100'],
  ['nursery, childcare', '85100 88910'],
  ['charity, social work', '88990'],
  ['theatre, performing art', '90010 90020 90040'],
  ['artist, art', '90030'],
  ['museum', '91020'],
  ['gym, fitness', '93130'],
  ['sport, sports club', '93110 93120 93199'],
  ['laundry, dry cleaner, dry cleaning', '96010'],
  ['hairdresser, barber, beauty, beauty salon, salon', '96020'],
  ['funeral, undertaker', '96030'],
]

const singular = (word: string): string =>
  /(?:ss|us|is)$/.test(word) || word.length < 4
    ? word
    : word
        .replace(/ies$/, 'y')
        .replace(/(ch|sh|x)es$/, '$1')
        .replace(/s$/, '')
const unaccented = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
const words = (text: string): readonly string[] =>
  unaccented(text)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map(singular)

const phrases = trades.flatMap(([names, codes]) =>
  names.split(', ').map((name) => ({ name, words: words(name), codes: codes.split(' ') })),
)

/** A sector as a search of the register. */
export interface Sector {
  /** In words; for a code that is not in the register's list, the code. */
  readonly name: string
  readonly sicCodes: readonly string[]
}

const nameOf = (digits: string, [code = '', ...others]: readonly string[]): string =>
  others.length > 0
    ? `${others.length + 1} industries of division ${digits.slice(0, 2)}`
    : (industryOf(code).description ?? digits)

/**
 * The sector of a code (with or without `SIC` before it) or a keyword. A five-digit code is used as it is; one of two
 * to four digits stands for all codes below it. Of the trades in a keyword, the one with most words counts. Null if no
 * trade is found: then only company names can be searched.
 */
export const sectorOf = (asked: string): Sector | null => {
  // The classification writes 62.01 for a class and 62.01/2 for a subclass.
  const digits = /^\s*(?:sic(?:\s+code)?[\s:]*)?(\d{2}(?:\.?\d{1,2}(?:\/?\d)?)?)\s*$/i
    .exec(asked)?.[1]
    ?.replace(/\D/g, '')
  if (digits !== undefined) {
    const below = digits.length === 5 ? [digits] : sicCodesBelow(digits)
    return below.length > 0 ? { name: nameOf(digits, below), sicCodes: below } : null
  }
  const given = words(asked)
  const named = phrases.filter((phrase) => phrase.words.every((word) => given.includes(word)))
  const most = Math.max(0, ...named.map((phrase) => phrase.words.length))
  const best = named.filter((phrase) => phrase.words.length === most)
  return best.length === 0
    ? null
    : { name: best.map(({ name }) => name).join(', '), sicCodes: [...new Set(best.flatMap(({ codes }) => codes))] }
}
