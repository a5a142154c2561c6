/** Bodies of which the register has only an entry: nothing to score, and no sign of risk. */
import type { Case } from '../case.ts'
import { company, type Facts } from '../companies-world.ts'

const report = (number: string): string => `/report/entity/${number}`
const entity = (number: string): string => `/entity/${number}`
const caution = ['PROCEED_WITH_CAUTION']
const noRisk = /payment in advance|security|low limit|short terms|treat it as|high risk/i

const entry = (type: string, rest: Facts = {}): Facts => ({
  type,
  officers: [],
  filings: [],
  sic: [],
  status: 'registered',
  ...rest,
  profile: { accounts: undefined, confirmation_statement: undefined, ...rest.profile },
})

export const elsewhere: readonly Case[] = [
  {
    id: 'charity-of-its-own-kind',
    says: 'A charitable incorporated organisation files with the Charity Commission.',
    given: company('CE993741', 'SLAITHWAITE GARDEN PROJECT', entry('charitable-incorporated-organisation')),
    asks: [report('CE993741'), entity('CE993741')],
    expect: [
      { verdict: caution, because: /Charity Commission/, rating: [null], neverAdvises: noRisk },
      { rating: [null], advises: /Charity Commission/, neverAdvises: noRisk },
    ],
  },
  {
    id: 'charity-of-its-own-kind-under-a-petition',
    says: 'The same, and the Gazette advertised a petition to wind it up: that counts.',
    given: company('CE993742', 'MARSDEN ARTS PROJECT', {
      ...entry('charitable-incorporated-organisation'),
      notices: [{ code: '2450', on: '2026-09-02', says: 'A Petition presented on 20 August 2026 by CALDER LETS LLP.' }],
    }),
    asks: report('CE993742'),
    expect: { verdict: ['DO_NOT_ENGAGE'], because: /petition to wind it up/ },
  },
  {
    id: 'body-of-a-royal-charter',
    says: 'A body of a royal charter is entered, and files with nobody here.',
    given: company('RC993743', 'THE DIGGLE SOCIETY OF CANAL ENGINEERS', entry('royal-charter')),
    asks: report('RC993743'),
    expect: { verdict: caution, because: /Privy Council/, rating: [null], neverAdvises: noRisk },
  },
  {
    id: 'branch-of-a-company-from-abroad',
    says: 'An establishment is no company: who it belongs to is named.',
    given: company(
      'BR993744',
      'NORDLYS PUMPER UK BRANCH',
      entry('uk-establishment', {
        status: 'open',
        profile: {
          branch_company_details: {
            parent_company_number: 'FC993745',
            parent_company_name: 'NORDLYS PUMPER AS',
            business_activity: 'Pumps',
          },
        },
      }),
    ),
    asks: report('BR993744'),
    expect: { verdict: caution, because: /NORDLYS PUMPER AS \(FC993745\)/, rating: [null], neverAdvises: noRisk },
  },
]
