/** Letters and digits that people and scanners mix in postcodes. */
const areas = new Set(
  (
    'AB AL B BA BB BD BF BH BL BN BR BS BT BX CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX ' +
    'FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG ' +
    'NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS ' +
    'TW UB W WA WC WD WF WN WR WS WV YO ZE GIR'
  ).split(' '),
)
const alike: Readonly<Record<string, string>> = {
  0: 'O',
  1: 'IL',
  2: 'Z',
  5: 'S',
  8: 'B',
  O: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  B: '8',
}
/** Only London has districts that end in a letter. The last two letters are never C, I, K, M, O or V. */
const form = /^(GIR|[A-Z]{1,2}\d{1,2}|[ENW]\d[A-HJKPSTUW]|(?:EC|NW|SE|SW|WC)\d[ABEHMNPRVWXY]) \d[ABD-HJLNP-UW-Z]{2}$/
const isPostcode = (text: string): boolean => form.test(text) && areas.has(/^[A-Z]*/.exec(text)![0])

/** The postcodes, `SW1A 2AA`, that somebody may have meant who mixed letters and digits: with the fewest changes. */
export const meantPostcodes = (typed: string): readonly string[] => {
  let all: readonly { readonly text: string; readonly changed: number }[] = [{ text: '', changed: 0 }]
  for (const character of typed.slice(0, 8))
    all = all.flatMap(({ text, changed }) =>
      [character, ...(alike[character] ?? '')].map((one, i) => ({ text: text + one, changed: changed + Math.sign(i) })),
    )
  const meant = all.filter(({ text }) => isPostcode(text))
  const fewest = Math.min(...meant.map(({ changed }) => changed))
  return meant.filter(({ changed }) => changed === fewest).map(({ text }) => text)
}
