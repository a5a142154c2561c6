/** A vehicle's description from the register of tests; the licensing record fills gaps. */
import { derive, first, maybe, type Node } from '@domesday/core'
import type { Registration } from '@domesday/source-dvla-ves'
import type { Vehicle } from '@domesday/source-dvsa-mot-history'

export interface Identity {
  readonly make: string | null
  readonly colour: string | null
  readonly fuel: string | null
}

/** Converts `GAS BI-FUEL` to the other register's spelling: `Gas Bi-Fuel`. */
const asWritten = (capitals: string | null): string | null =>
  capitals?.toLowerCase().replace(/(^|[\s/-])\p{L}/gu, (start) => start.toUpperCase()) ?? null
const fuelAsWritten = (fuel: string | null): string | null =>
  fuel?.toUpperCase() === 'ELECTRICITY' ? 'Electric' : asWritten(fuel)

/** Both registers write the make in capitals. */
const identityIn = ({ make, colour, fuel }: Vehicle, licensed: Registration | null): Identity => ({
  make: make ?? licensed?.make?.toUpperCase() ?? null,
  colour: colour ?? asWritten(licensed?.colour ?? null),
  fuel: fuel ?? fuelAsWritten(licensed?.fuel ?? null),
})

const isWhole = ({ make, colour, fuel }: Vehicle): boolean => make !== null && colour !== null && fuel !== null

/** Depends on the licensing record only if something is missing; otherwise a failure there is no gap here. */
export const identityOf = (record: Node<Vehicle>, licensing: Node<Registration>): Node<Identity> =>
  first(
    derive({ record }, ({ record }) => (isWhole(record) ? identityIn(record, null) : null)),
    derive({ record, licensing: maybe(licensing) }, ({ record, licensing }) => identityIn(record, licensing)),
  )
