/** Who runs and owns the company, in figures. */
import { date, integer, object, orNull, render, some, type Of, type Shown } from '@domesday/core'
import { hasEnded } from '@domesday/source-companies-house'
import { boardOf, identityOfDirectors, identityOfOwners, servingOf, type CompanyFile } from '@domesday/subject-company'

const count = (about: string) => orNull(integer(about))
const governanceShape = object({
  active_officers: count('Who serve today'),
  active_directors: count('Of these, those who run the company: directors, LLP members …'),
  natural_directors: count('Of these, people, not companies'),
  directors_left_12m: count('Who left in the last twelve months'),
  directors_identity_verified: count('Natural directors whose identity is verified for this company'),
  directors_identity_overdue: count('Of whom the register has no identity statement although it was due'),
  resigned_officers: count('Ever'),
  longest_serving_since: orNull(date('Appointment of the director who has served longest')),
  active_persons_with_significant_control: count('Who hold control today'),
  corporate_owners: count('Of these, companies and other bodies'),
  owners_identity_verified: count('Individual owners whose identity is verified for this company'),
  owners_identity_overdue: count('Of whom the register has no identity statement although it was due'),
  ceased_persons_with_significant_control: count('Who held control once'),
})

/** Null is what rests on the officers or the owners, where these are not known. */
export const governanceOf = ({
  officers,
  owners,
  profile,
  asOf,
  today,
}: CompanyFile): Shown<Of<typeof governanceShape>> =>
  render(
    governanceShape,
    { people: some({ officers, owners }), profile, asOf, today },
    ({ people: { officers, owners }, profile, asOf, today }) => {
      const directorsKnown = officers && identityOfDirectors(profile, officers.items, today)
      const ownersKnown = owners && identityOfOwners(profile, owners.items, today)
      const board = officers && boardOf(officers, asOf)
      // When a company ends, its officers are not marked as resigned, nor its owners as ceased.
      const ended = hasEnded(profile.status)
      const serving = board && (ended ? [] : board.serving)
      const current = owners && (ended ? [] : owners.items.filter((owner) => owner.current))
      return {
        active_officers: officers && servingOf(officers, profile.status).length,
        active_directors: serving && serving.length,
        natural_directors: serving && serving.filter((one) => !one.is_corporate).length,
        directors_left_12m: board && board.left.length,
        directors_identity_verified: directorsKnown && directorsKnown.verified.length,
        directors_identity_overdue: directorsKnown && directorsKnown.overdue.length,
        resigned_officers: officers && officers.items.filter((one) => one.resigned_on !== null).length,
        longest_serving_since: serving?.flatMap((one) => one.appointed_on ?? []).toSorted()[0] ?? null,
        active_persons_with_significant_control: current && current.length,
        corporate_owners:
          current && current.filter(({ kind }) => kind === 'corporate-entity' || kind === 'legal-person').length,
        owners_identity_verified: ownersKnown && ownersKnown.verified.length,
        owners_identity_overdue: ownersKnown && ownersKnown.overdue.length,
        ceased_persons_with_significant_control: owners && owners.items.filter((owner) => !owner.current).length,
      }
    },
  )
