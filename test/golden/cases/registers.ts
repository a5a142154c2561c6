/** Vehicles of which two registers speak: what they contradict, and what their years repeat. */
import type { Case } from '../case.ts'
import { vehicle, yearly } from '../vehicles-world.ts'

const asked = (registration: string): string => `/vehicle/${registration}`
const good = ['EXCELLENT', 'GOOD']

export const registers: readonly Case[] = [
  {
    id: 'two-cars-on-one-plate',
    says: 'By its tests a petrol Skoda of 2018, by DVLA a diesel BMW of 2021: one of them wears the plate of the other.',
    given: vehicle('ZZ18CLN', {
      firstUsed: '2018-06-14',
      make: 'SKODA',
      tests: yearly('2026-06-10', 61_240, 8_900, 5),
      licence: { make: 'BMW', fuelType: 'DIESEL', yearOfManufacture: 2021, monthOfFirstRegistration: '2021-03' },
    }),
    asks: asked('ZZ18CLN'),
    expect: {
      atMost: 39,
      decidedBy: /two vehicles: SKODA, petrol, 2018 by its tests; BMW, diesel, 2021 by DVLA/,
      advises: [/^The registers describe two vehicles/, /clone before you pay/],
      neverAdvises: /mechanical/i,
    },
  },
  {
    id: 'another-make-alone',
    says: 'Only the make differs, by a slip at the register: fuel and year agree, and it is said.',
    given: vehicle('ZZ18SLP', {
      firstUsed: '2018-06-14',
      make: 'SKODA',
      tests: yearly('2026-06-10', 61_240, 8_900, 5),
      licence: { make: 'BMW', colour: 'BLACK', yearOfManufacture: 2016 },
    }),
    asks: asked('ZZ18SLP'),
    expect: { notDecidedBy: /./, rating: good, certain: true, advises: /SKODA by its tests, and BMW by DVLA.*V5C/ },
  },
  {
    id: 'camper-by-its-converter',
    says: 'A camper: DVLA names who built the body, four years after the base was first used.',
    given: vehicle('ZZ14CMP', {
      firstUsed: '2014-03-11',
      make: 'FIAT',
      fuel: 'Diesel',
      tests: yearly('2026-03-10', 41_300, 3_400, 5),
      licence: { make: 'AUTO-TRAIL', yearOfManufacture: 2018, monthOfFirstRegistration: '2018-02' },
    }),
    asks: asked('ZZ14CMP'),
    expect: { notDecidedBy: /./, rating: good, certain: true, advises: /V5C/, neverAdvises: /clone/i },
  },
  {
    id: 'expired-by-tests-valid-by-licence',
    says: 'By its tests the MOT ran out in June, by DVLA it is valid: a test may not be listed yet.',
    given: vehicle('ZZ18LAG', {
      firstUsed: '2018-06-14',
      tests: yearly('2025-06-12', 52_810, 8_900, 4),
      licence: { motStatus: 'Valid', motExpiryDate: undefined },
    }),
    asks: asked('ZZ18LAG'),
    expect: { notDecidedBy: /./, reaches: 59, advises: [/expired on 12 June 2026/, /by DVLA its MOT is valid/] },
  },
  {
    id: 'dangerous-tyres-three-years-running',
    says: 'Tyres that were dangerous at three yearly tests, mended each time the same day: it passes, and is not well kept.',
    given: vehicle('ZZ18TYD', {
      firstUsed: '2018-06-14',
      tests: [2026, 2025, 2024].flatMap((year) => [
        { on: `${year}-06-10T15:02`, odometer: String((year - 2019) * 9000), until: `${year + 1}-06-09` },
        {
          on: `${year}-06-10T09:05`,
          odometer: String((year - 2019) * 9000),
          defects: [['DANGEROUS', 'Offside Rear Tyre has ply or cords exposed (5.2.3 (d) (i))']] as const,
        },
      ]),
    }),
    asks: asked('ZZ18TYD'),
    expect: {
      decidedBy: /dangerous defects in 2024, 2025 and 2026/,
      atMost: 59,
      advises: [/Tests found dangerous defects in 2024, 2025 and 2026/, /same item.*cords exposed/],
      neverAdvises: /sound order|well kept|speak well/i,
    },
  },
  {
    id: 'dangerous-tyres-in-two-years',
    says: 'Dangerous at two tests of five: it is said, and decides nothing.',
    given: vehicle('ZZ18TYE', {
      firstUsed: '2018-06-14',
      tests: [2026, 2025, 2024].flatMap((year) => [
        { on: `${year}-06-10T15:02`, odometer: String((year - 2019) * 9000), until: `${year + 1}-06-09` },
        ...(year === 2024
          ? []
          : [
              {
                on: `${year}-06-10T09:05`,
                odometer: String((year - 2019) * 9000),
                defects: [['DANGEROUS', 'Offside Rear Tyre has ply or cords exposed (5.2.3 (d) (i))']] as const,
              },
            ]),
      ]),
    }),
    asks: asked('ZZ18TYE'),
    expect: { notDecidedBy: /./, advises: /^Tests found dangerous defects in 2025 and 2026/ },
  },
]
