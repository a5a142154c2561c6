/** What this endpoint shows of planning constraints. */
import { choice, drawn, flag, integer, list, object, orNull, text, type Of } from '@domesday/core'
import type { Constraints } from '@domesday/source-planning-data'

export const planningShape = object({
  conservation_area: orNull(flag('Whether the postcode lies in one')),
  constraint_level: choice(['none', 'low', 'moderate', 'high', 'restricted'], {
    description: 'How far all that is designated here constrains building',
    tones: { good: ['none', 'low'], fair: ['moderate'], bad: ['high', 'restricted'] },
  }),
  green_belt: flag('Whether the postcode lies in it'),
  article_4_directions: integer('Directions that take away rights to build without permission'),
  planning_authority: orNull(text('As the planning data platform names it')),
  designations: list(
    drawn(
      object({
        name: orNull(text('As published')),
        kind: text('conservation area, Site of Special Scientific Interest …'),
      }),
      'areas',
      { title: ['name', 'kind'], kind: 'kind' },
    ),
    'Areas that hold the postcode, the most constraining first, 100 at most',
  ),
  designations_total: integer('How many there are'),
})

export const planningOf = (constraints: Constraints, authority: string | null): Of<typeof planningShape> => ({
  conservation_area: constraints.conservationArea,
  constraint_level: constraints.level,
  green_belt: constraints.greenBelt,
  article_4_directions: constraints.articleFour,
  planning_authority: authority,
  designations: constraints.sites.slice(0, 100).map(({ name, kind }) => ({ name, kind })),
  designations_total: constraints.sites.length,
})
