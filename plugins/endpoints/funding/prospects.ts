/** Prospects of funding for a subject: past grants, funders, research, and open contracts. */
import { atLeast, counted, factor, pounds, score, type Node, type ScoreNode } from '@domesday/core'
import type { SubjectResearch } from '@domesday/source-gtr'
import type { Grants } from '@domesday/source-threesixty-giving'
import { countReading, type MergedMarket } from '@domesday/vocabulary-procurement'

export interface Evidence {
  readonly grants: Node<Grants>
  readonly research: Node<SubjectResearch>
  readonly contracts: Node<MergedMarket>
  readonly own: Node<{ readonly window_days: number }>
}

/** Such as `No grant is`, `1 grant is`, `4 grants are`. */
const thereAre = (count: number, one: string, is: string, are: string): string =>
  count === 0 ? `No ${one} ${is}` : `${counted(count, one)} ${count === 1 ? is : are}`

export const prospectsOf = ({ grants, research, contracts, own }: Evidence): ScoreNode =>
  score('funding', {
    grant_opportunities: factor(grants, ({ total }) => ({
      metric: total,
      detail: `${thereAre(total, 'grant', 'was', 'were')} awarded on it by funders who publish theirs.`,
    })),

    total_funding_value: factor(grants, ({ value, complete }) => {
      if (!complete) return atLeast(value, `Those in pounds that were read come to ${pounds(value)}: more match.`)
      return {
        metric: value,
        detail: value === 0 ? 'No pounds are known to have been awarded.' : `Those in pounds come to ${pounds(value)}.`,
      }
    }),

    funder_diversity: factor(grants, ({ funders, complete }) => {
      const found = `${thereAre(funders, 'funder', 'gives', 'give')} to it`
      return complete
        ? { metric: funders, detail: `${found}.` }
        : atLeast(funders, `At least ${found}: more grants match than are read.`)
    }),

    research_funding: factor(research, ({ total_projects: total }) => ({
      metric: total,
      detail: `${thereAre(total, 'research project', 'is', 'are')} on it.`,
    })),

    procurement_opportunities: factor({ contracts, own }, ({ contracts, own }) => {
      const { open, total, least, lost } = contracts
      const of =
        lost.length === 0 && total > open ? `, of ${total.toLocaleString('en-GB')} in ${own.window_days} days` : ''
      const words = ['public contract', 'is', 'are', `open to bid for${of}`] as const
      return countReading(contracts, { count: open, least: least.open }, words)
    }),
  })
