import { judge } from './case.ts'
import { borders, forces } from './cases/parts.ts'

judge('a circle over a border', borders)
judge('a force that hands in nothing', forces)
