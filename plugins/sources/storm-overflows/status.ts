/**
 * Whether overflows are discharging now, from the water companies' maps: one per company, with the same contents in
 * different formats.
 */
import {
  choice,
  numeric,
  object,
  orNull,
  partly,
  stated,
  table,
  time,
  type Of,
  type Partly,
  type Sent,
} from '@domesday/core'
import type { statusWire } from './returns.ts'

/** The map of Welsh Water has its statuses in phrases, and no licence that is known: it is not read. */
const maps: Readonly<Record<string, string>> = {
  'anglian water':
    'https://services3.arcgis.com/VCOY1atHWVcDlvlJ/arcgis/rest/services/stream_service_outfall_locations_view',
  'northumbrian water':
    'https://services-eu1.arcgis.com/MSNNjkZ51iVh8yBj/arcgis/rest/services/Northumbrian_Water_Storm_Overflow_Activity_2_view',
  'severn trent':
    'https://services1.arcgis.com/NO7lTIlnxRMMG9Gw/arcgis/rest/services/Severn_Trent_Water_Storm_Overflow_Activity',
  'south west water': 'https://services-eu1.arcgis.com/OMdMOtfhATJPcHe3/arcgis/rest/services/NEH_outlets_PROD',
  'southern water':
    'https://services-eu1.arcgis.com/6qJmARkS2dt2IjVA/arcgis/rest/services/SouthernWater_StormOverflowActivity_PROD_view',
  'thames water':
    'https://services2.arcgis.com/g6o32ZDQ33GpCIu3/arcgis/rest/services/Thames_Water_Storm_Overflow_Activity_(Production)_view',
  'united utilities':
    'https://services5.arcgis.com/5eoLvR0f8HKb7HWP/arcgis/rest/services/United_Utilities_Storm_Overflow_Activity',
  'wessex water':
    'https://services.arcgis.com/3SZ6e0uCvPROr4mS/arcgis/rest/services/Wessex_Water_Storm_Overflow_Activity',
  'yorkshire water':
    'https://services-eu1.arcgis.com/1WqkK5cDKUbF0CkH/arcgis/rest/services/Yorkshire_Water_Storm_Overflow_Activity',
}

/** The URL of a company's map by its name, or null. */
export const mapOf = (company: string): string | null =>
  Object.entries(maps).find(([name]) => company.toLowerCase().startsWith(name))?.[1] ?? null

export const statusFields = {
  status: choice(['discharging', 'not discharging', 'offline'], {
    description: 'Now, by the map of its company; null where it is not on it',
    tones: { bad: ['discharging'], fair: ['offline'], good: ['not discharging'] },
  }),
  status_since: orNull(time('Since when, in UTC')),
}
/** Status by overflow id. */
export const statusesShape = table(object(statusFields))
type Statuses = Of<typeof statusesShape>

const states: Readonly<Record<string, Statuses[string]['status']>> = {
  '1': 'discharging',
  '0': 'not discharging',
  '-1': 'offline',
}

/** Timestamps are milliseconds. */
const timeOf = (raw: unknown): string | null => {
  const date = new Date(numeric(raw) ?? NaN)
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace(/\.\d+Z$/, 'Z')
}

/**
 * Status by overflow id: known in part where the map has more overflows than it sends. South West Water's column names
 * start with a lower-case letter, and some are missing.
 */
export const statusesOf = ({
  features,
  exceededTransferLimit,
}: Sent<typeof statusWire>): Statuses | Partly<Statuses> => {
  const statuses: Statuses = Object.fromEntries(
    features.flatMap(({ attributes }) => {
      const by = Object.fromEntries(
        Object.entries(attributes as object).map(([name, value]) => [name.toLowerCase(), value as unknown]),
      )
      const id = stated(by['id']),
        state = states[String(by['status'])]
      return id === null || state === undefined
        ? []
        : [[id, { status: state, status_since: timeOf(by['statusstart']) }]]
    }),
  )
  return exceededTransferLimit === true ? partly(statuses, 'the map has more overflows around than it sends') : statuses
}
