import { judge } from './case.ts'
import { laws, trades } from './cases/subjects.ts'

judge('subjects of law', laws)
judge('trades at a place', trades)
