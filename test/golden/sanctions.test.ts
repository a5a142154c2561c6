import { judge } from './case.ts'
import { declared, people, sanctioned, unscreened } from './cases/sanctions.ts'

judge('who is on the list of sanctions', sanctioned, { datasets: false })
judge('an owner who was declared as sanctioned', declared, { datasets: false })
judge('a person on the list of sanctions', people, { datasets: false })
judge('a list of sanctions that nobody read', unscreened, { datasets: 'none' })
