import { source } from '@domesday/core'

export const nomis = source({
  id: 'nomis',
  title: 'Nomis: census and labour market',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Source: Office for National Statistics (Nomis) licensed under the Open Government Licence v3.0',
  coverage:
    'Claimants, employment and earnings by district in the United Kingdom; claimants and the census of 2021 by neighbourhood in England and Wales. A council that replaced others since 2019 has their counts added up, or the rate of the county that it was in',
})
