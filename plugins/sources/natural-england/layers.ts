/** The layers to ask, and the distance up to which a site of each affects building. */
export const layers = {
  SSSI_England: { kind: 'Site of Special Scientific Interest', within: 2000 },
  Special_Areas_of_Conservation_England: { kind: 'Special Area of Conservation', within: 2000 },
  Special_Protection_Areas_England: { kind: 'Special Protection Area', within: 2000 },
  Ramsar_England: { kind: 'Ramsar site', within: 2000 },
  National_Nature_Reserves_England: { kind: 'National Nature Reserve', within: 2000 },
  Local_Nature_Reserves_England: { kind: 'Local Nature Reserve', within: 2000 },
  Ancient_Woodland_England: { kind: 'ancient woodland', within: 100 },
  // Landscapes affect only what is inside. Their outlines are huge, so ask only for those that contain the point.
  National_Parks_England: { kind: 'national park', within: 0 },
  Areas_of_Outstanding_Natural_Beauty_England: { kind: 'National Landscape', within: 0 },
} as const satisfies Readonly<Record<string, { readonly kind: string; readonly within: number }>>

export type Layer = keyof typeof layers
export const layerNames = Object.keys(layers) as readonly Layer[]
