import { judge } from './case.ts'
import { vehicles } from './cases/vehicles.ts'

judge('vehicles', vehicles, { datasets: false })
