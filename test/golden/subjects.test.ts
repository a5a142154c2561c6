import { judge } from './case.ts'
import { laws, trades } from './cases/subjects.ts'
import { tariffs } from './cases/tariff.ts'

judge('subjects of law', laws)
judge('trades at a place', trades)
judge('goods', tariffs, { datasets: false })
