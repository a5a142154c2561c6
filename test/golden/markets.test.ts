import { judge } from './case.ts'
import { laws, markets } from './cases/markets.ts'

judge('trades and their rivals', markets)
judge('laws that are listed', laws)
