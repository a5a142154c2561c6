/** Subjects that a caller may have meant, as problem documents list them, each with the path of its lookup. */
import { parametersIn } from '../registry/check.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Candidate } from '../contract/absence.ts'
import type { ShownCandidate } from '../contract/failure.ts'
import { date, integer, object, optional, text, type JsonSchema, type SubjectKind } from '../contract/shape.ts'

export const candidatesShown = 10
const suggestionsShown = 5

/** The schema of `ShownCandidate`, for the API reference. */
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

type Addressed = Pick<Endpoint, 'path' | 'asked'>

/** The parameter that names the subject: the last one of the path. */
const subjectIn = ({ path, asked }: Addressed) => {
  const name = parametersIn(path).at(-1)
  return name === undefined ? null : { name, kind: asked.shapes[name]?.kind?.id ?? name }
}

/** The declared kind of an endpoint's subject, and the parameter that names it, in the path or behind it. */
export const declaredSubject = ({
  path,
  asked: { shapes },
}: Addressed): { readonly kind: SubjectKind; readonly parameter: string } | null => {
  const parameter = parametersIn(path).at(-1) ?? Object.keys(shapes).find((name) => shapes[name]!.kind) ?? ''
  const kind = shapes[parameter]?.kind
  return kind ? { kind, parameter } : null
}

/** Adds kind and path to a plugin's candidates. An endpoint whose path names no subject lists none. */
export const candidatesOf =
  (endpoint: Addressed, asked: Readonly<Record<string, unknown>>) =>
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

/** The subject that was asked about, between quotes; null where the path names none. */
export const subjectAsked = (endpoint: Addressed, asked: Readonly<Record<string, unknown>>): string | null => {
  const subject = subjectIn(endpoint)
  return subject && `'${String(asked[subject.name])}'`
}

/** The examples of an endpoint as candidates, labelled by what each shows. */
const examplesOf = (endpoint: Addressed, examples: Readonly<Record<string, string>>): readonly ShownCandidate[] => {
  const subject = subjectIn(endpoint)
  const place = endpoint.path.split('/').indexOf(`{${subject?.name}}`)
  return Object.entries(examples).map(([path, label]) => ({
    id: subject ? decodeURIComponent(path.split('?')[0]!.split('/')[place] ?? '') : path,
    path,
    label,
    kind: subject?.kind ?? 'look-up',
  }))
}

const bareId = ({ id }: ShownCandidate): string => id.replace(/\s/g, '').toUpperCase()

/** What is near, and examples behind it, each subject once: ids are compared without blanks and case. */
export const suggestionsOf = (
  endpoint: Addressed,
  near: readonly ShownCandidate[],
  examples: Readonly<Record<string, string>>,
): readonly ShownCandidate[] => {
  const all = [...near, ...examplesOf(endpoint, examples)]
  return all
    .filter((one, i) => all.findIndex((other) => bareId(other) === bareId(one)) === i)
    .slice(0, suggestionsShown)
}
