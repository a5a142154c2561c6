/** Landfill sites as the maps of the agency list them, and how far a point is from each. */
import {
  day,
  integer,
  list,
  numeric,
  object,
  orNull,
  partly,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Partly,
  type Point,
  type Sent,
  type Shape,
} from '@domesday/core'
import { metresToOutline, ringsOf, type Geometry } from '@domesday/vocabulary-geography'

/** Metres. Within so many, planning authorities ask about the gas of a landfill before anything is built. */
export const reach = 250

const siteFields = object({
  name: orNull(text('As the agency holds it')),
  reference: orNull(text('Of a historic site; of an authorised one that of its permit')),
  distance_m: integer({ description: 'To its outline, drawn at 1:10,000; 0 where it holds the point', unit: 'm' }),
  waste: list(text(), 'What is known to be buried, or permitted; empty where that is not said'),
  last_input: orNull(text('Day of the last waste at a historic site: YYYY-MM-DD')),
  permit: orNull(text('State of the permit of an authorised site: Effective, Closure …')),
})
/** A landfill site that holds a point, or is near it. */
export interface Landfill extends Of<typeof siteFields> {}
/** Its schema has a name, so that documents have it once. */
export const siteShape: Shape<Landfill> = { ...siteFields, schema: { ...siteFields.schema, title: 'LandfillSite' } }

const { scalar, any, must, often, unread } = sent
/** RFC 7946. A site whose outline is not sent lies nobody knows where. */
const outlined = {
  geometry: must({ type: must(sent.text), coordinates: must(any) }),
  ...unread('type', 'id', 'geometry_name', 'bbox'),
}
const collection = {
  numberMatched: scalar,
  numberReturned: scalar,
  ...unread('type', 'links', 'timeStamp', 'totalFeatures', 'crs', 'bbox'),
}
/**
 * Held against programs that read the maps and against lists of their columns, since the agency publishes no schema. A
 * column of what was buried says `Yes`, or nothing.
 */
export const historicWire = wire({
  features: must([
    {
      ...outlined,
      properties: must({
        hld_ref: often(scalar),
        site_name: often(scalar),
        lastinput: scalar,
        inert: scalar,
        industrial: scalar,
        commercial: scalar,
        household: scalar,
        special: scalar,
        liqsludge: scalar,
        ...unread('site_add', 'ea_wmlr', 'regis_no', 'wrc_ref', 'bgs_num', 'site_ref', 'lic_hold', 'licholdadd'),
        ...unread('siteopname', 'siteopadd', 'os_prefix', 'easting', 'northing', 'ea_region', 'ea_area', 'lic_issue'),
        ...unread('lic_surren', 'firstinput', 'wasteunk', 'gascontrol', 'leachatcnt', 'exempt', 'licenced'),
        ...unread('nolicreq', 'buff_point', 'gdb_geomattr_data'),
      }),
    },
  ]),
  ...collection,
})
export const authorisedWire = wire({
  features: must([
    {
      ...outlined,
      properties: must({
        lic_site: often(scalar),
        site_name: often(scalar),
        type_desc: often(scalar),
        status: often(scalar),
        lic_epr: often(scalar),
        ...unread(
          'lic_admin',
          'lic_ippcr',
          'lic_nmbr',
          'lic_wml',
          'cust_nmbr',
          'lic_ltype',
          'lic_name',
          'site_build',
          'site_strt',
        ),
        ...unread('site_area', 'site_town', 'site_cnty', 'site_pcode', 'ngr', 'ctroid_x', 'ctroid_y', 'area'),
        ...unread('date_issue', 'gdb_geomattr_data'),
      }),
    },
  ]),
  ...collection,
})
type Historic = Sent<typeof historicWire>
type Authorised = Sent<typeof authorisedWire>

interface Placed {
  readonly geometry: { readonly type: string; readonly coordinates: unknown }
}
/** Those within reach, nearest first. A list that was cut short is known in part. */
const near = <F extends Placed>(
  { features, ...counts }: { readonly features: readonly F[]; numberMatched?: unknown; numberReturned?: unknown },
  at: Point,
  of: (feature: F) => Omit<Landfill, 'distance_m'>,
): readonly Landfill[] | Partly<readonly Landfill[]> => {
  const sites = features
    .map((feature) => ({
      ...of(feature),
      distance_m: Math.round(metresToOutline(ringsOf(feature.geometry as Geometry), at)),
    }))
    .filter(({ distance_m: metres }) => metres <= reach)
    .toSorted((a, b) => a.distance_m - b.distance_m)
  const isCut = (numeric(counts.numberMatched) ?? 0) > (numeric(counts.numberReturned) ?? features.length)
  return isCut ? partly(sites, 'there are more landfill sites around than the map sends') : sites
}

const wastes = {
  inert: 'inert',
  industrial: 'industrial',
  commercial: 'commercial',
  household: 'household',
  special: 'hazardous',
  liqsludge: 'liquids or sludge',
} as const
const isYes = (said: unknown): boolean => /^(y|yes|true|1)$/i.test(stated(said) ?? '')
/** Dates come as those of a map server: `1978-12-31Z`. */
const dayOf = (said: unknown): string | null => day(stated(said)?.replace(/Z$/, ''))

export const historicIn = (body: Historic, at: Point) =>
  near(body, at, ({ properties: of }) => ({
    name: stated(of.site_name),
    reference: stated(of.hld_ref),
    waste: Object.entries(wastes).flatMap(([column, words]) =>
      isYes(of[column as keyof typeof wastes]) ? [words] : [],
    ),
    last_input: dayOf(of.lastinput),
    permit: null,
  }))

/** `A04: Household, Commercial & Industrial Waste Landfill` without its code. */
const kindOf = (said: unknown): readonly string[] => {
  const words = stated(said)?.replace(/^[A-Z0-9. ()]+[a-z]?\)?: */, '')
  return words ? [words] : []
}
export const authorisedIn = (body: Authorised, at: Point) =>
  near(body, at, ({ properties: of }) => ({
    name: stated(of.lic_site) ?? stated(of.site_name),
    reference: stated(of.lic_epr),
    waste: kindOf(of.type_desc),
    last_input: null,
    permit: stated(of.status),
  }))
