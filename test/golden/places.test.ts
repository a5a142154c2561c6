import { judge } from './case.ts'
import { developments, environments, waters } from './cases/places.ts'

judge('rivers and beaches', waters)
judge('waters and ground', environments)
judge('land to build on', developments)
