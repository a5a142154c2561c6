/** Who stands one step from a company: those who run it and own it, and the companies that they failed with. */
export { circleOf, type Circle } from './circle.ts'
export { isAbroad, isMajority, standingOfBody, type Followed } from './bodies.ts'
export { basisOf } from '@domesday/subject-person'
export type { Director } from './directors.ts'
export { circleShape, failureShape } from './member.ts'
export { failuresUnder } from './failures.ts'
export type { Failure, Past } from './failures.ts'
export { hasOlderParent, predecessorIn, serialIn } from './successor.ts'
