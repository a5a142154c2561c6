import { beside, endpoint, full, integer, nameMatch, params, section, settings, standard, text } from '@domesday/core'
import { companyIdentifier, hasEnded, isInsolvent, verificationShown } from '@domesday/source-companies-house'
import {
  companyFile,
  companySection,
  noticesReachSection,
  distressOf,
  gatesOf,
  redFlagsOf,
  registerSections,
  servingOf,
} from '@domesday/score-distress'
import { officersListed, ownersListed } from './listed.ts'
import { networkOf, otherCompanies } from './network.ts'
import { response } from './response.ts'

const asked = params({ identifier: companyIdentifier, match: nameMatch })
const own = settings({
  followed_officers: integer({
    description: 'Serving officers whose other companies are looked up at full depth',
    minimum: 1,
    maximum: 50,
  }),
  ended: text('What is advised of a company that is no more'),
})

const file = companyFile(asked)
const { profile, officers, owners, filings, charges, notices, contracts, number, today } = file
const distress = distressOf(file, gatesOf(file))
const flags = redFlagsOf(file)
const network = networkOf(profile, officers, own)

/** What the registers have on a company, and its distress score. */
export const entity = endpoint({
  id: 'entity',
  title: 'Company intelligence',
  summary:
    'What the registers hold of a company, by number or name; from standard up its officers, owners, filings, charges, regulators, Gazette notices ' +
    'and an explained distress score; at full depth the public contracts that it won and the other companies of its officers.',
  home: import.meta.dirname,
  path: '/entity/{identifier}',
  tool: 'uk_entity_intelligence',
  include: true,
  asked,
  required: [profile],
  response,
  matched: section({ matched: file.matched }, ({ matched }) => matched),
  sections: {
    entity: companySection(file),

    officers: standard({ officers, profile, today }, ({ officers: { items }, profile, today }) =>
      officersListed(items)
        .slice(0, 100)
        .map((one) => ({
          name: one.name,
          role: one.role,
          is_active: one.resigned === null && !hasEnded(profile.status),
          appointed_on: one.appointed,
          appointed_before: one.appointedBefore,
          resigned_on: one.resigned,
          born: one.born,
          nationality: one.nationality,
          country_of_residence: one.residence,
          occupation: one.occupation,
          is_corporate: one.corporate,
          registration_number: one.registrationNumber,
          officer_id: one.officerId,
          identity_verification: verificationShown(one.verification, today),
        })),
    ),
    officers_total: beside(
      'officers',
      standard({ officers }, ({ officers }) => officers.total),
    ),
    active_officers_total: beside(
      'officers',
      standard({ officers, profile }, ({ officers, profile }) => servingOf(officers, profile.status).length),
    ),

    persons_with_significant_control: standard({ owners, profile, today }, ({ owners: { items }, profile, today }) =>
      ownersListed(items)
        .slice(0, 100)
        .map((one) => ({
          name: one.name,
          kind: one.kind,
          control: one.control,
          is_active: one.current && !hasEnded(profile.status),
          notified_on: one.notified,
          ceased_on: one.ceased,
          born: one.born,
          nationality: one.nationality,
          country_of_residence: one.residence,
          registration_number: one.registrationNumber,
          legal_form: one.legalForm,
          identity_verification: verificationShown(one.verification, today),
        })),
    ),
    persons_with_significant_control_total: beside(
      'persons_with_significant_control',
      standard({ owners }, ({ owners }) => owners.total),
    ),

    filings: standard({ filings }, ({ filings: { newest } }) => newest.slice(0, 10)),
    filings_total: beside(
      'filings',
      standard({ filings }, ({ filings }) => filings.total),
    ),

    charges: standard({ charges }, ({ charges: { total, outstanding, satisfied, partSatisfied, items } }) => ({
      total,
      outstanding,
      satisfied,
      part_satisfied: partSatisfied,
      items: items.slice(0, 100).map((one) => ({
        code: one.code,
        status: one.status,
        created_on: one.created,
        delivered_on: one.delivered,
        satisfied_on: one.satisfied,
        description: one.description,
        persons_entitled: one.personsEntitled,
      })),
    })),

    ...registerSections(file, standard),

    gazette_notices: standard({ notices }, ({ notices }) =>
      notices.slice(0, 100).map(({ id, code, type, severity, published, url, matched }) => ({
        notice_id: id,
        code,
        type,
        severity,
        published,
        url,
        matched_by: matched,
      })),
    ),
    gazette_notices_total: beside(
      'gazette_notices',
      standard({ notices }, ({ notices }) => notices.length),
    ),
    gazette_notices_reach: beside('gazette_notices', noticesReachSection(file, standard)),

    risk_signals: standard({ flags }, ({ flags }) =>
      flags.map(({ flag, severity, evidence, sources }) => ({ signal: flag, severity, detail: evidence, sources })),
    ),

    distress_score: standard({ distress, profile, own }, ({ distress, profile, own }) =>
      hasEnded(profile.status) ? { ...distress, recommendation: own.ended } : distress,
    ),

    contracts: full({ contracts }, ({ contracts: { total, value, complete, items } }) => ({
      total,
      total_value: value,
      complete,
      items: items.map((one) => ({
        title: one.title,
        buyer: one.buyer,
        value: one.value,
        awarded_value: one.awardedValue,
        currency: one.currency,
        published: one.published,
        awarded: one.awarded,
        matched_by: one.matched,
        source: one.source,
        also_in: one.alsoIn,
        reference: one.id,
        url: one.url,
      })),
    })),

    officer_network: full({ network, number }, ({ network: { serving, followed, companies }, number }) => ({
      officers_followed: followed.length,
      officers_total: serving,
      companies_total: companies.length,
      companies: companies.slice(0, 100).map(({ company, posts }) => ({
        company_number: company.number,
        company_name: company.name,
        company_status: company.status,
        officers: posts.map(({ officer, appointment }) => ({
          name: officer.name,
          role: appointment.role,
          appointed_on: appointment.appointed,
        })),
      })),
      officers: followed.map((officer) => ({
        name: officer.name,
        officer_id: officer.id,
        other_active_companies: companies.filter(({ posts }) => posts.some((post) => post.officer === officer)).length,
        insolvent_companies: otherCompanies(officer, number, ({ company }) => isInsolvent(company.status)),
        dissolved_companies: otherCompanies(officer, number, ({ company }) => hasEnded(company.status)),
      })),
    })),
  },
})
