import { judge } from './case.ts'
import { registers } from './cases/registers.ts'
import { vehicles } from './cases/vehicles.ts'

judge('vehicles', vehicles, { datasets: false })
judge('registers of vehicles', registers, { datasets: false })
