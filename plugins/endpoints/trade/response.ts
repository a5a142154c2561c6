import { flag, integer, list, object, orNull, scored, text, type Shape } from '@domesday/core'

/** Digits, optionally separated by blanks and dots, are a code; anything else is a description. */
const code = /^[\d\s.]*\d[\d\s.]*$/
export const commodity: Shape<string> = {
  kind: 'goods',
  ...text({
    description: 'A commodity code of 2 to 10 digits, blanks and dots ignored, or a description of the goods',
    minLength: 2,
    maxLength: 160,
    pattern: '^(\\d{2,10}|.*[^\\d].*)$',
    title: '0101300000: 2 to 10 digits, or a description',
    examples: ['0101300000', '05 01', 'human hair'],
  }),
  clean: (raw: string) => (code.test(raw) ? raw.replace(/\D/g, '') : raw.normalize('NFC').trim().replace(/\s+/g, ' ')),
}

const country = {
  country: text('A country, or a group of countries as the tariff names it'),
  rate: text('As the tariff words it'),
}

export const response = {
  commodity: object({
    code: text('Ten digits'),
    description: text('As in the tariff; where it is only "Other", after the name of its heading'),
    hierarchy: list(text(), 'From the chapter down to the goods'),
  }),
  duties: object({
    rate: orNull(
      text(
        'Third-country (most-favoured-nation) duty; several, the dearest first, where it depends on an additional code',
      ),
    ),
    suspended_rate: orNull(text('What is due in its place while it is suspended for all')),
    vat: orNull(text('Value added tax on import; several where goods of the code are taxed differently')),
    excise: flag('Whether excise duty is due as well'),
  }),
  preferential_rates: list(
    object({ ...country, area: text('Two letters of a country, or four digits of a group') }),
    'Rates under trade agreements and schemes, 100 at most',
  ),
  preferential_rates_total: integer('How many there are'),
  additional_duties: list(
    object({ kind: text('Such as anti-dumping or additional duties'), ...country }),
    'Duties on top for some origins, 100 at most; empty when there are none',
  ),
  additional_duties_total: integer('How many there are'),
  import_controls: list(
    object({
      control: text("The tariff's name for it"),
      origin: text('A country or a group of countries, or All origins'),
    }),
    'Prohibitions, restrictions and controls on import, 100 at most; empty when there are none',
  ),
  import_controls_total: integer('How many there are'),
  quotas: integer('Open tariff-rate quotas'),
  measures_count: integer('Import and export measures in force'),
  tariff_impact_score: scored,
}
