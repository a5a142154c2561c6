/** The columns of the two files. */
import { sent, wire, type Sent } from '@domesday/core'

const unread = `
Web Link (opens in new window)|LAESTAB|School name|Ofsted phase|Type of education
Admissions policy|Sixth form|Designated religious character|Religious ethos|Faith grouping|Ofsted region|Region
Local authority|Parliamentary constituency|Postcode|Multi-academy trust UID|Multi-academy trust name
Academy sponsor UID|Academy sponsor name|The income deprivation affecting children index (IDACI) quintile
Total number of pupils|Statutory lowest age|Statutory highest age|Inspection number of latest full inspection
Inspection type|Inspection type grouping|Event type grouping|URN at time of latest full inspection
LAESTAB at time of latest full inspection|School name at time of latest full inspection
School type at time of latest full inspection|Safeguarding standards - date of grade|Inclusion - date of grade
Curriculum and teaching - date of grade|Achievement - date of grade|Attendance and behaviour - date of grade
Personal development and wellbeing - date of grade|Early years - date of grade|Post-16 provision - date of grade
Leadership and governance - date of grade|Inspection number of latest OEIF graded inspection
Inspection type of latest OEIF graded inspection|Inspection type grouping of latest OEIF graded inspection
Event type grouping of latest OEIF graded inspection
URN at time of latest OEIF graded inspection|LAESTAB at time of latest OEIF graded inspection
School name at time of latest OEIF graded inspection|School type at time of latest OEIF graded inspection
Latest OEIF behaviour and attitudes|Latest OEIF personal development
Latest OEIF early years provision (where applicable)|Latest OEIF sixth form provision (where applicable)
Latest ungraded inspection number|URN at time of the ungraded inspection
LAESTAB at time of the ungraded inspection|School name at time of the ungraded inspection
School type at time of the ungraded inspection|Web link to Ofsted provider page (opens in new window)|Inspectorate
Inspection number of latest REIF standard inspection|Inspection number of latest OEIF standard inspection
Inspection type of latest OEIF standard inspection
Most recent standard inspection: Overall compliance with ISS
`

const { text: cell, must, often } = sent
const columns = {
  ...(sent.unread(...unread.trim().split(/[|\n]/)) as {}),
  URN: must(cell),
  'Latest OEIF overall effectiveness': cell,
  'Latest OEIF quality of education': cell,
  'Latest OEIF effectiveness of leadership and management': cell,
  'Latest OEIF  safeguarding is effective?': cell,
  'Latest OEIF safeguarding is effective?': cell,
  'Latest OEIF category of concern': cell,
  'Inspection start date of latest OEIF graded inspection': cell,
  'Inspection start date of latest OEIF standard inspection': cell,
  'Does the latest OEIF graded inspection relate to the URN of the current school?': cell,
  'Ungraded inspection overall outcome': cell,
  'Date of latest ungraded inspection': cell,
  'Does the ungraded inspection relate to the URN of the current school?': cell,
  'Safeguarding standards': cell,
  'Category of concern': cell,
  'Inspection start date': cell,
  'Does the latest full inspection relate to the URN of the current school?': cell,
  'Most recent category of concern': cell,
  Inclusion: cell,
  'Curriculum and teaching': cell,
  Achievement: cell,
  'Attendance and behaviour': cell,
  'Personal development and wellbeing': cell,
  'Early years (where applicable)': cell,
  'Post-16 provision (where applicable)': cell,
  'Leadership and governance': cell,
  'School open date': cell,
  'Publication date': cell,
  'Publication date of latest OEIF graded inspection': cell,
  'Publication date of latest OEIF standard inspection': cell,
  'Ungraded inspection publication date': cell,
}

/**
 * Held against the recorded header, as the inspectorate publishes no schema. Of each kind of inspection most schools
 * have none: a column that is gone would look like that.
 */
export const stateFunded = wire({
  ...columns,
  'Inspection start date': often(cell),
  'Safeguarding standards': often(cell),
  Inclusion: often(cell),
  'Curriculum and teaching': often(cell),
  Achievement: often(cell),
  'Attendance and behaviour': often(cell),
  'Personal development and wellbeing': often(cell),
  'Early years (where applicable)': often(cell),
  'Post-16 provision (where applicable)': often(cell),
  'Leadership and governance': often(cell),
  'Category of concern': often(cell),
  'Most recent category of concern': often(cell),
  'Latest OEIF category of concern': often(cell),
  'Inspection start date of latest OEIF graded inspection': often(cell),
  'Latest OEIF overall effectiveness': often(cell),
  'Date of latest ungraded inspection': often(cell),
  'Ungraded inspection overall outcome': often(cell),
})
/** Nothing of this file was to be had: only the number is required, and the grade that all its rows rest on. */
export const independent = wire({ ...columns, 'Latest OEIF overall effectiveness': often(cell) })
export interface Columns extends Partial<Sent<typeof stateFunded>> {}
