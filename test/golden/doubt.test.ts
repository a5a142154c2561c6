import { judge } from './case.ts'
import { failing, notImported, withoutKeys } from './cases/doubt.ts'

judge('sources that fail', failing)
judge('data sets that are not imported', notImported, { datasets: false })
judge('sources without a key', withoutKeys, { credentials: false })
