import { judge } from './case.ts'
import { verdicts } from './cases/verdicts.ts'

judge('whether to deal with a company', verdicts, { datasets: false })
