import { judge } from './case.ts'
import { directors } from './cases/directors.ts'

judge('people who run companies', directors, { datasets: false })
