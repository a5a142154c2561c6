/** The columns of the register's two files. */
import { sent, wire, type Sent } from '@domesday/core'

/** Not read, names of people among them; the last line has those that were dropped since 2021. */
const unread = `
LA (name)|TypeOfEstablishment (code)|EstablishmentTypeGroup (code)
EstablishmentStatus (name)|ReasonEstablishmentOpened (code)|ReasonEstablishmentOpened (name)
ReasonEstablishmentClosed (code)|PhaseOfEducation (name)|Boarders (code)
Boarders (name)|NurseryProvision (name)|OfficialSixthForm (code)|OfficialSixthForm (name)|Gender (code)
ReligiousCharacter (code)|ReligiousEthos (name)|Diocese (code)|Diocese (name)|AdmissionsPolicy (code)
AdmissionsPolicy (name)|SchoolCapacity|SpecialClasses (code)|SpecialClasses (name)|CensusDate|NumberOfBoys
NumberOfGirls|PercentageFSM|TrustSchoolFlag (code)|TrustSchoolFlag (name)|Trusts (code)|Trusts (name)
SchoolSponsorFlag (name)|SchoolSponsors (name)|FederationFlag (name)|Federations (code)|Federations (name)|UKPRN
FEHEIdentifier|FurtherEducationType (name)|LastChangedDate|Street|Locality|Address3|Town|County (name)
SchoolWebsite|TelephoneNum|HeadTitle (name)|HeadFirstName|HeadLastName|HeadPreferredJobTitle
BSOInspectorateName (name)|InspectorateReport|DateOfLastInspectionVisit|NextInspectionVisit|TeenMoth (name)
TeenMothPlaces|CCF (name)|SENPRU (name)|EBD (name)|PlacesPRU|FTProv (name)|EdByOther (name)
Section41Approved (name)|SEN1 (name)|SEN2 (name)|SEN3 (name)|SEN4 (name)|SEN5 (name)|SEN6 (name)|SEN7 (name)
SEN8 (name)|SEN9 (name)|SEN10 (name)|SEN11 (name)|SEN12 (name)|SEN13 (name)|TypeOfResourcedProvision (name)
ResourcedProvisionOnRoll|ResourcedProvisionCapacity|SenUnitOnRoll|SenUnitCapacity|GOR (code)|GOR (name)
DistrictAdministrative (code)|DistrictAdministrative (name)|AdministrativeWard (code)|AdministrativeWard (name)
ParliamentaryConstituency (code)|ParliamentaryConstituency (name)|UrbanRural (code)|UrbanRural (name)
GSSLACode (name)|MSOA (name)|LSOA (name)|SENStat|SENNoStat|BoardingEstablishment (name)|PropsName|PreviousLA (code)
PreviousLA (name)|PreviousEstablishmentNumber|Country (name)|UPRN|SiteName|QABName (code)|QABName (name)
EstablishmentAccredited (code)|EstablishmentAccredited (name)|QABReport|CHNumber|MSOA (code)|LSOA (code)|FSM
AccreditationExpiryDate
OfstedLastInsp|OfstedSpecialMeasures (code)|OfstedSpecialMeasures (name)|OfstedRating (name)|RSCRegion (name)
CensusAreaStatisticWard (name)
`

const { text: cell, must, often } = sent
/**
 * Held against `EstablishmentModel` of DFE-Digital/get-information-about-schools, where nothing is required: the number
 * is the key, and without name, type and status nobody can tell whether it is a school that is open. Where another
 * column is gone from all rows, its blanks would be read as a statement, or no school would have a place.
 */
export const columns = wire({
  ...(sent.unread(...unread.trim().split(/[|\n]/)) as {}),
  URN: must(cell),
  EstablishmentName: must(cell),
  'EstablishmentStatus (code)': must(cell),
  'TypeOfEstablishment (name)': must(cell),
  'EstablishmentTypeGroup (name)': often(cell),
  'PhaseOfEducation (code)': often(cell),
  StatutoryLowAge: often(cell),
  StatutoryHighAge: often(cell),
  'Gender (name)': often(cell),
  'ReligiousCharacter (name)': often(cell),
  NumberOfPupils: cell,
  // Older files have the second spelling.
  Postcode: cell,
  PostCode: cell,
  'InspectorateName (name)': often(cell),
  Easting: often(cell),
  Northing: often(cell),
  OpenDate: cell,
  CloseDate: cell,
  'ReasonEstablishmentClosed (name)': cell,
  'LA (code)': cell,
  EstablishmentNumber: cell,
})
export interface Columns extends Sent<typeof columns> {}

/**
 * Of the file of links, one of each pair of establishments and direction. Held against `Estab2Estab` of
 * DFE-Digital/get-information-about-schools: a link without its two ends or its kind tells nothing.
 */
export const linkColumns = wire({
  URN: must(cell),
  LinkURN: must(cell),
  LinkName: often(cell),
  LinkType: must(cell),
  LinkEstablishedDate: often(cell),
})
export interface LinkColumns extends Sent<typeof linkColumns> {}
