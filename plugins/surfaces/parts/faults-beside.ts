/** Faults that a surface finds by itself, told together with those of the look-up. */
import { Failure, invalidParameters, type ParameterFault, type Plan } from '@domesday/core/surface'

/** Throws the 400 with the faults of both. Of a parameter that is among `faults` the look-up's own are left out. */
export const planBeside = (faults: readonly ParameterFault[], plan: () => Plan): Plan => {
  if (faults.length === 0) return plan()
  const own = new Set(faults.map(({ parameter }) => parameter))
  throw invalidParameters([...faultsOf(plan).filter(({ parameter }) => !own.has(parameter)), ...faults])
}

const faultsOf = (plan: () => Plan): readonly ParameterFault[] => {
  try {
    plan()
    return []
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid_parameter' && error.more.errors) return error.more.errors
    throw error
  }
}
