/** Subjects that a caller may have meant, as problem documents show them: each with the path that asks for it. */
import { parametersIn } from '../registry/check.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Candidate } from '../contract/absence.ts'
import type { ShownCandidate } from '../contract/failure.ts'
import { date, integer, object, optional, text, type JsonSchema } from '../contract/shape.ts'

export const candidatesShown = 10
export const suggestionsShown = 5

/** The schema of one, for the reference. */
export const candidateSchema: JsonSchema = object({
  id: text('What asks for this subject and no other: a company number, an officer id, a postcode'),
  path: text('The look-up of this subject, below the base path of the surface: `/entity/99000017`'),
  label: text('What people call it; of an example, what it shows'),
  kind: text('What it is: `company`, `person`, `postcode`, `goods`, `vehicle`'),
  status: optional(text('How a company stands, in the register’s word')),
  since: optional(date('When a company was formed or registered')),
  address: optional(text('The registered office of a company')),
  born: optional(text('The month of birth of a person, `YYYY-MM`')),
  appointments: optional(integer('How many appointments a person holds or held')),
}).schema

/** The parameter that names the subject: the last one of the path. */
const subjectIn = ({ path, asked }: Pick<Endpoint, 'path' | 'asked'>) => {
  const name = parametersIn(path).at(-1)
  return name === undefined ? null : { name, kind: asked.shapes[name]?.kind ?? name }
}

type About = Pick<Endpoint, 'path' | 'asked'>

/** Candidates of an author, for a call of this endpoint. One whose path names no subject can offer none. */
export const candidatesOf =
  (endpoint: About, asked: Readonly<Record<string, unknown>>) =>
  (candidates: readonly Candidate[]): readonly ShownCandidate[] => {
    const subject = subjectIn(endpoint)
    if (!subject) return []
    return candidates.map(({ id, label, ...rest }) => ({
      id,
      path: endpoint.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
        encodeURIComponent(name === subject.name ? id : String(asked[name])),
      ),
      label,
      kind: subject.kind,
      ...(Object.fromEntries(
        Object.entries(rest).filter(([, value]) => value !== null && value !== undefined),
      ) as object),
    }))
  }

/** The examples of an endpoint, by what each shows, as subjects to ask for. */
export const examplesOf = (endpoint: About, examples: Readonly<Record<string, string>>): readonly ShownCandidate[] => {
  const subject = subjectIn(endpoint)
  const place = endpoint.path.split('/').indexOf(`{${subject?.name}}`)
  return Object.entries(examples).map(([path, label]) => ({
    id: subject ? decodeURIComponent(path.split('?')[0]!.split('/')[place] ?? '') : path,
    path,
    label,
    kind: subject?.kind ?? 'look-up',
  }))
}

const plain = ({ id }: ShownCandidate): string => id.replace(/\s/g, '').toUpperCase()

/** Each subject once, the first one of it, however its id is spaced. */
export const distinctSubjects = (all: readonly ShownCandidate[]): readonly ShownCandidate[] =>
  all.filter((one, i) => all.findIndex((other) => plain(other) === plain(one)) === i)
