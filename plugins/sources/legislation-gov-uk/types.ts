/** Names of the register's types of law, by the short codes in its URLs. */
const types: Readonly<Record<string, string>> = {
  ukpga: 'UK Public General Act',
  ukla: 'UK Local Act',
  ukppa: 'UK Private or Personal Act',
  apgb: 'Act of the Parliament of Great Britain',
  aep: 'Act of the English Parliament',
  aosp: 'Act of the Old Scottish Parliament',
  aip: 'Act of the Old Irish Parliament',
  asp: 'Act of the Scottish Parliament',
  asc: 'Act of Senedd Cymru',
  anaw: 'Act of the National Assembly for Wales',
  mwa: 'Measure of the National Assembly for Wales',
  nia: 'Act of the Northern Ireland Assembly',
  apni: 'Act of the Northern Ireland Parliament',
  mnia: 'Measure of the Northern Ireland Assembly',
  ukcm: 'UK Church Measure',
  uksi: 'UK Statutory Instrument',
  ukmd: 'UK Ministerial Direction',
  ukmo: 'UK Ministerial Order',
  uksro: 'UK Statutory Rule or Order',
  ukci: 'Church Instrument',
  ssi: 'Scottish Statutory Instrument',
  wsi: 'Wales Statutory Instrument',
  nisr: 'Northern Ireland Statutory Rule',
  nisi: 'Northern Ireland Order in Council',
  nisro: 'Northern Ireland Statutory Rule or Order',
  ukdsi: 'UK Draft Statutory Instrument',
  sdsi: 'Scottish Draft Statutory Instrument',
  wdsi: 'Wales Draft Statutory Instrument',
  nidsr: 'Northern Ireland Draft Statutory Rule',
  eur: 'Regulation originating from the EU',
  eudn: 'Decision originating from the EU',
  eudr: 'Directive originating from the EU',
  eut: 'European Union Treaty',
}

/** Null for an unknown code. */
export const typeInWords = (type: string): string | null => types[type] ?? null

/** The names of types in counts, by the short codes. */
const longNames: Readonly<Record<string, string>> = {
  ukpga: 'UnitedKingdomPublicGeneralAct',
  ukla: 'UnitedKingdomLocalAct',
  ukppa: 'UnitedKingdomPrivateOrPersonalAct',
  ukcm: 'UnitedKingdomChurchMeasure',
  asp: 'ScottishAct',
  asc: 'WelshParliamentAct',
  anaw: 'WelshNationalAssemblyAct',
  mwa: 'WelshAssemblyMeasure',
  nia: 'NorthernIrelandAct',
  apni: 'NorthernIrelandParliamentAct',
  uksi: 'UnitedKingdomStatutoryInstrument',
  ssi: 'ScottishStatutoryInstrument',
  wsi: 'WelshStatutoryInstrument',
  nisr: 'NorthernIrelandStatutoryRule',
  nisi: 'NorthernIrelandOrderInCouncil',
  nisro: 'NorthernIrelandStatutoryRuleOrOrder',
  uksro: 'UnitedKingdomStatutoryRuleOrOrder',
  ukci: 'UnitedKingdomChurchInstrument',
  ukmd: 'UnitedKingdomMinisterialDirection',
  ukmo: 'UnitedKingdomMinisterialOrder',
  eur: 'EuropeanUnionRegulation',
  eudn: 'EuropeanUnionDecision',
  eudr: 'EuropeanUnionDirective',
  eut: 'EuropeanUnionTreaty',
}
const codes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(longNames).map(([code, longName]) => [longName, code]),
)
/** The short code of a long name; an unknown one stands for itself. */
export const codeOf = (longName: string): string => codes[longName] ?? longName

export const kinds = ['act', 'instrument', 'european', 'draft'] as const
/** Told by the long name: drafts are called so, and secondary legislation is an instrument, a rule or an order. */
export const kindOf = (longName: string): (typeof kinds)[number] => {
  if (longName.includes('Draft')) return 'draft'
  if (longName.startsWith('European')) return 'european'
  return /(Act|Measure)$/.test(longName) ? 'act' : 'instrument'
}
