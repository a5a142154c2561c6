/** The colour of each fuel that electricity is made from: the same in whichever picture it stands. */
export const fuelColours = {
  brown: 'gas',
  blue: 'wind',
  indigo: 'nuclear',
  yellow: 'solar',
  green: 'biomass',
  teal: 'hydro',
  slate: 'coal',
  red: 'oil',
  pink: 'imports',
  grey: 'other',
} as const
