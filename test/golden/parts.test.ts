import { judge } from './case.ts'
import { councils, postcodes, sales, sets } from './cases/lacks.ts'
import { borders, forces, witnesses } from './cases/parts.ts'

judge('a circle over a border', borders)
judge('a force that hands in nothing', forces)
judge('a record with two witnesses', witnesses)
judge('a postcode', postcodes)
judge('a council', councils)
judge('sales', sales)
judge('a set of rows', sets)
