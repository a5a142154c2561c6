import { judge } from './case.ts'
import { developments, environments } from './cases/places.ts'

judge('waters and ground', environments)
judge('land to build on', developments)
