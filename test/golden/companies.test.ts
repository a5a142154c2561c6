import { judge } from './case.ts'
import { onFile } from './cases/companies.ts'
import { insolvency } from './cases/insolvency.ts'

judge('companies in insolvency, near it, or past it', insolvency, { datasets: false })
judge('companies by what is on file', onFile, { datasets: false })
