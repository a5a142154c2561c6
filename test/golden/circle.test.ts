import { judge } from './case.ts'
import { boards } from './cases/boards.ts'
import { directorless } from './cases/directorless.ts'
import { insides } from './cases/insides.ts'
import { parents } from './cases/parents.ts'
import { elsewhere } from './cases/elsewhere.ts'
import { failures } from './cases/failures.ts'
import { unnamed } from './cases/unnamed.ts'
import { warned } from './cases/warned.ts'
import { successors } from './cases/successors.ts'
import { petitions } from './cases/petitions.ts'

judge('what became of who owns a company', parents, { datasets: false })
judge('whether those who run a company may', boards, { datasets: false })
judge('whether anybody runs a company', directorless, { datasets: false })
judge('which petition stands', petitions, { datasets: false })
judge('what goes on at another’s office', successors, { datasets: false })
judge('who failed before', failures, { datasets: false })
judge('what goes on inside a company', insides, { datasets: false })
judge('whose record is kept elsewhere', elsewhere, { datasets: false })
judge('what a company states of owners whom it does not name', unnamed, { datasets: false })
judge('what the registrar and owners tell', warned, { datasets: false })
