/** Red flags: what speaks against doing business with a company on usual terms. */
import { conductFlags } from './conduct-flags.ts'
import { identityFlags } from './identity-flags.ts'
import { insolvencyFlags } from './insolvency-flags.ts'
import type { RedRule } from './flags.ts'
import { ownerFlags } from './owner-flags.ts'
import { pastFlags } from './past-flags.ts'
import { insideFlags } from './inside-flags.ts'
import { regulatoryFlags } from './regulatory-flags.ts'

export const redRules: readonly RedRule[] = [
  ...insolvencyFlags,
  ...pastFlags,
  ...conductFlags,
  ...insideFlags,
  ...ownerFlags,
  ...identityFlags,
  ...regulatoryFlags,
]
