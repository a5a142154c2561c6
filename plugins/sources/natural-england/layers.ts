/** The layers that are asked, and how near a site of each still bears on building. */
export const layers = {
  SSSI_England: { kind: 'Site of Special Scientific Interest', within: 2000 },
  Special_Areas_of_Conservation_England: { kind: 'Special Area of Conservation', within: 2000 },
  Special_Protection_Areas_England: { kind: 'Special Protection Area', within: 2000 },
  Ramsar_England: { kind: 'Ramsar site', within: 2000 },
  National_Nature_Reserves_England: { kind: 'National Nature Reserve', within: 2000 },
  Local_Nature_Reserves_England: { kind: 'Local Nature Reserve', within: 2000 },
  Ancient_Woodland_England: { kind: 'ancient woodland', within: 100 },
  // Landscapes bear on what lies in them. Their outlines are huge, so only those that hold the point are asked for.
  National_Parks_England: { kind: 'national park', within: 0 },
  Areas_of_Outstanding_Natural_Beauty_England: { kind: 'National Landscape', within: 0 },
} as const satisfies Readonly<Record<string, { readonly kind: string; readonly within: number }>>

export type Layer = keyof typeof layers
export const layerNames = Object.keys(layers) as readonly Layer[]
