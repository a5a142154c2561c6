/** A vehicle's description from the register of tests; the licensing record fills gaps. */
import { first, maybe, object, orNull, render, text, type Of, type Shown } from '@domesday/core'
import type { Registration } from '@domesday/source-dvla-ves'
import type { Vehicle } from '@domesday/source-dvsa-mot-history'

const identity = object({
  make: orNull(text('In capitals. Make, colour and fuel are of the licensing record where the test record lacks them')),
  colour: orNull(text('Main colour')),
  fuel_type: orNull(text('Such as Petrol, Diesel or Electric')),
})

/** Converts `GAS BI-FUEL` to the other register's spelling: `Gas Bi-Fuel`. */
const asWritten = (capitals: string | null): string | null =>
  capitals?.toLowerCase().replace(/(^|[\s/-])\p{L}/gu, (start) => start.toUpperCase()) ?? null
export const fuelAsWritten = (fuel: string | null): string | null =>
  fuel?.toUpperCase() === 'ELECTRICITY' ? 'Electric' : asWritten(fuel)

/** Both registers write the make in capitals. */
const identityIn = ({ make, colour, fuel_type: fuel }: Vehicle, licensed: Registration | null) => ({
  make: make ?? licensed?.make?.toUpperCase() ?? null,
  colour: colour ?? asWritten(licensed?.colour ?? null),
  fuel_type: fuel ?? fuelAsWritten(licensed?.fuel_type ?? null),
})
const isWhole = ({ make, colour, fuel_type: fuel }: Vehicle): boolean =>
  make !== null && colour !== null && fuel !== null

/** Depends on the licensing record only if something is missing; otherwise a failure there is no gap here. */
export const identityOf = (record: Shown<Vehicle>, licensing: Shown<Registration>): Shown<Of<typeof identity>> =>
  first(
    render(identity, record, (record) => (isWhole(record) ? identityIn(record, null) : null)),
    render(identity, { record, licensing: maybe(licensing) }, ({ record, licensing }) => identityIn(record, licensing)),
  )
