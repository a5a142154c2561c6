import { judge } from './case.ts'
import { borders, forces, witnesses } from './cases/parts.ts'

judge('a circle over a border', borders)
judge('a force that hands in nothing', forces)
judge('a record with two witnesses', witnesses)
