import { source } from '@domesday/core'

export const gazette = source({
  id: 'gazette',
  title: 'The Gazette',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains notices from The Gazette licensed under the Open Government Licence v3.0',
  terms: {
    words:
      '“Information from The Gazette other than personal data is re-usable under the terms of the Open Government Licence v.03”: notices about persons may not be re-used. Its keeper asks for automatic reading between 21:00 and 07:00 only, ten seconds apart.',
    url: 'https://www.thegazette.co.uk/data',
  },
  coverage:
    'Notices of corporate insolvency in the London, Edinburgh and Belfast Gazettes, of the last ten calendar years. Strike-off is not among them: Companies House files it',
})
