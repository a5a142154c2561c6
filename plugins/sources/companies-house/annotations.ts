/** What the registrar says beside the record of a company: a warning that no document of the company has. */
import { choice, date, day, list, object, orNull, sent, stated, text, type Of, type Shape } from '@domesday/core'

const fields = object({
  type: orNull(text('The register’s code; null where it states none')),
  kind: choice(['false_filing', 'ended_abroad', 'other'], {
    description:
      'false_filing: the application for incorporation or restoration was misleading, false or deceptive; ended_abroad: an overseas entity ' +
      'that is thought to exist no more; other: what it means is in its text alone',
    tones: { bad: ['false_filing', 'ended_abroad'], fair: ['other'] },
  }),
  detail: text('What it says'),
  created_on: orNull(date('When the registrar made it')),
})
/** An annotation of the registrar. */
export interface Annotation extends Of<typeof fields> {}
export const annotationsShape: Shape<readonly Annotation[]> = list(fields, 'Of the registrar, newest first')

/** The operator’s code sends no type for a kind that it does not know, and a description for `other`. */
export const annotationsSent = [{ type: sent.text, description: sent.text, created_on: sent.text }] as const

const known: Readonly<Record<string, readonly [kind: Annotation['kind'], detail: string]>> = {
  'strike-off-under-section-1002a-of-the-companies-act-2006-incorporation': [
    'false_filing',
    'The registrar strikes it off, or means to, under section 1002A of the Companies Act 2006: what it stated to be incorporated is misleading, false or deceptive.',
  ],
  'strike-off-under-section-1002a-of-the-companies-act-2006-restoration': [
    'false_filing',
    'The registrar strikes it off, or means to, under section 1002A of the Companies Act 2006: what it stated to be restored is misleading, false or deceptive.',
  ],
  'overseas-entity-dissolved-wound-up-or-ceased-to-exist': [
    'ended_abroad',
    'The registrar has reason to believe that this overseas entity has been dissolved or wound up in its own country, or has ceased to exist there.',
  ],
}

export const readAnnotations = (
  listed: readonly { readonly [K in 'type' | 'description' | 'created_on']?: string | null }[],
): readonly Annotation[] =>
  listed
    .map(({ type, description, created_on }): Annotation => {
      const [kind, detail] = known[stated(type) ?? ''] ?? ['other', null]
      const said = stated(description) ?? detail
      const named = stated(type)?.replaceAll('-', ' ') ?? 'without a type'
      return {
        type: stated(type),
        kind,
        detail: said ?? `The registrar has annotated the record: ${named}.`,
        created_on: day(created_on),
      }
    })
    .toSorted((a, b) => (b.created_on ?? '').localeCompare(a.created_on ?? '', 'en'))
