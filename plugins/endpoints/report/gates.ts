/** Facts that only the verdict uses: where the company is registered. */
import { gate, gates, type GatesNode } from '@domesday/core'
import type { CompanyFile } from '@domesday/subject-company'

const overseas = new Set(['oversea-company', 'uk-establishment', 'registered-overseas-entity'])

export const verdictGatesOf = ({ profile }: CompanyFile): GatesNode =>
  gates({
    overseas_company: gate(profile, ({ type }) =>
      type !== null && overseas.has(type)
        ? 'It is an overseas company: its accounts and its insolvency are kept by the register of its own country.'
        : null,
    ),
  })
