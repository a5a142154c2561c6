/** The evaluation of a company's file: the distress score, the facts that decide it, and the flags. */
export { distressOf } from './score.ts'
export { gatesOf } from './gates.ts'
export { circleGatesOf } from './circle-gates.ts'
export { sanctionGatesOf } from './sanction-gates.ts'
export { severities, severityTones, type GreenFlag, type RedFlag, type Severity } from './flags.ts'
export { greenFlagsOf, allRedFlagsOf, redFlagsOf, redFlagsWith } from './raise.ts'
