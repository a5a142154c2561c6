import { judge } from './case.ts'
import { mines, soils, tips } from './cases/ground.ts'

judge('what the ground is made of', soils)
judge('coal below', mines)
judge('waste below', tips)
