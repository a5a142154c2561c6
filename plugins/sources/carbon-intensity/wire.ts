/** The source and the envelope of its answers. */
import { sent, source, stated, wire, type Sent } from '@domesday/core'

export const carbonIntensity = source({
  id: 'carbon-intensity',
  title: 'Carbon intensity of electricity',
  home: import.meta.dirname,
  licence: 'CC-BY-4.0',
  attribution:
    'Carbon Intensity API, National Energy System Operator, with Environmental Defense Fund Europe, the University of Oxford and WWF, CC BY 4.0',
  covers: ['England', 'Wales', 'Scotland'],
  coverage:
    'Great Britain: carbon intensity and generation mix of electricity for 14 regions and the whole, by the half hour',
})

const { text: words, scalar, must, mustOrNull, often, ignored } = sent
const mixSent = [{ fuel: must(words), perc: must(scalar) }] as const
const periodSent = {
  from: often(words),
  to: ignored,
  intensity: often({ forecast: often(scalar), actual: scalar, index: often(words) }),
}
// Held against the definitions of the service, which state no obligation: `data` is its envelope, and errors come
// without it. It sends a list, or a single object instead of a list of one.
export const regionsWire = wire({
  data: must([
    {
      shortname: often(words),
      ...sent.unread('regionid', 'dnoregion', 'postcode'),
      data: must([{ ...periodSent, generationmix: mixSent }]),
    },
  ]),
})
export const regionWire = wire({
  data: must([{ regionid: must(scalar), shortname: must(words), ...sent.unread('dnoregion', 'postcode', 'data') }]),
})
/** Half hours of a week, each with its forecast or without. The name tells whose they are. */
export const weekWire = wire({
  data: must([
    {
      shortname: must(words),
      ...sent.unread('regionid', 'dnoregion', 'postcode'),
      data: must([
        {
          from: must(words),
          intensity: must({ forecast: mustOrNull(scalar), ...sent.unread('actual', 'index') }),
          ...sent.unread('to', 'generationmix'),
        },
      ]),
    },
  ]),
})
export const periodsWire = wire({ data: must([periodSent]) })
export const mixWire = wire({ data: must([{ ...sent.unread('from', 'to'), generationmix: mixSent }]) })
type Regional = Sent<typeof regionsWire>['data'][number]['data'][number]
export type Period = Omit<Regional, 'generationmix'>
export type Share = NonNullable<Regional['generationmix']>[number]

/** Adds the seconds, which the service leaves out: `2026-10-15T09:00Z`. */
export const timeOf = (raw: unknown): string | null => {
  const full = stated(raw)?.replace(/(T\d\d:\d\d)Z$/, '$1:00Z') ?? ''
  return /^\d{4}-\d{2}-\d{2}T/.test(full) && !Number.isNaN(Date.parse(full)) ? full : null
}
