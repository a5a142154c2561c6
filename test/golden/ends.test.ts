import { judge } from './case.ts'
import { ends } from './cases/ends.ts'

judge('the best and the worst of each score', ends)
