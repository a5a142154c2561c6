import { judge } from './case.ts'
import { nations } from './cases/nations.ts'

judge('each nation in each score of a place', nations)
