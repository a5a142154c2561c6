/** Gazette notices of the companies of a person, by when they came. */
import { choice, drawn, list, object, render, type Node, type Of, type Shown } from '@domesday/core'
import { companyFields, type Appointment } from '@domesday/source-companies-house'
import { gazetteStateOf, isRelieved, noticeFields, type Notice } from '@domesday/source-gazette'

export const timings = ['in_office', 'within_3_years_of_leaving', 'other'] as const
export type Timing = (typeof timings)[number]
const yearsAfter = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`

/**
 * When a notice was published relative to the appointment. An insolvency office-holder reports on everyone who was a
 * director in the three years before.
 */
export const timingOf = (
  { appointed_on, appointed_before, resigned_on }: Appointment,
  published: string | null,
): Timing => {
  if (published === null || published < (appointed_on ?? appointed_before ?? '')) return 'other'
  if (resigned_on === null || published <= resigned_on) return 'in_office'
  return published <= yearsAfter(resigned_on, 3) ? 'within_3_years_of_leaving' : 'other'
}

/**
 * Whether notices of the last six years show that a company failed under the person. A petition that was later
 * dismissed does not count.
 */
export const isWarned = (appointment: Appointment, notices: readonly Notice[], today: string): boolean =>
  notices.some(
    (notice) =>
      (notice.severity === 'critical' || notice.severity === 'high') &&
      (notice.published ?? '') >= yearsAfter(today, -6) &&
      timingOf(appointment, notice.published) !== 'other' &&
      !notice.withdrawn &&
      !isRelieved(notice, notices),
  )

/** Whether a notice from the person's time has an unknown code: the company may have failed. */
export const isUnclear = (appointment: Appointment, notices: readonly Notice[], today: string): boolean =>
  gazetteStateOf(notices, today).unrated.some(({ published }) => timingOf(appointment, published) !== 'other')

const noticesShape = list(
  drawn(
    object({ ...companyFields, ...noticeFields, timing: choice(timings, 'When, measured by the appointment') }),
    'events',
    {
      on: 'published',
      title: 'type',
      word: 'severity',
      more: ['company_name', 'company_number', 'timing', 'url'],
    },
  ),
  'Corporate insolvency notices of the companies that matter most, newest first; 100 at most',
)
/** The notices of each of the companies watched, in the same order; null where they could not be read. */
export const noticesShown = (
  watched: Node<readonly Appointment[]>,
  notices: Node<readonly (readonly Notice[] | null)[]>,
): Shown<Of<typeof noticesShape>> =>
  render(noticesShape, { watched, notices }, ({ watched, notices }) =>
    watched
      .flatMap((one, i) =>
        (notices[i] ?? []).map(({ matched_by: _, match: __, ...notice }) => ({
          ...one.company,
          ...notice,
          timing: timingOf(one, notice.published),
        })),
      )
      .toSorted((a, b) => (b.published ?? '').localeCompare(a.published ?? '', 'en'))
      .slice(0, 100),
  )
