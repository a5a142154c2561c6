/** Companies that are in insolvency, near it, or past it. */
import type { Case } from '../case.ts'
import { company } from '../companies-world.ts'

const entity = (number: string): string => `/entity/${number}?depth=standard`
/** Nothing but a long past stands against it. */
const sound = ['LOW_RISK', 'MODERATE_RISK']

export const insolvency: readonly Case[] = [
  {
    id: 'substituted-service',
    says: 'Only the leave to serve a winding-up petition by post was advertised: a petition stands all the same.',
    given: company('99003001', 'PELLOWAY JOINERY LIMITED', {
      notices: [
        {
          code: '2462',
          on: '2026-08-28',
          says: 'In the County Court at Carlisle. Notice is hereby given that a petition to wind up the above-named company presented on 6 August 2026 may be served by post at its registered office.',
        },
      ],
    }),
    asks: entity('99003001'),
    expect: {
      read: { 'gazette_notices[0].code': '2462' },
      atLeast: 60,
      decidedBy: /petition/i,
      advises: /petition/i,
    },
  },
  {
    id: 'second-petition',
    says: 'A petition of March was dismissed in May; another creditor’s was advertised in September and stands.',
    given: company('99003002', 'GOSSAMERE KITCHENS LIMITED', {
      notices: [
        {
          code: '2450',
          on: '2026-03-11',
          says: 'A Petition to wind up the above-named company presented on 27 February 2026 by WENDRACK TIMBER LIMITED will be heard on 14 April 2026.',
        },
        {
          code: '2461',
          on: '2026-05-06',
          says: 'Notice is hereby given that the petition was dismissed on 28 April 2026.',
        },
        {
          code: '2450',
          on: '2026-09-02',
          says: 'A Petition to wind up the above-named company presented on 19 August 2026 by HALLIGREW STONE PLC will be heard on 27 October 2026.',
        },
      ],
    }),
    asks: entity('99003002'),
    expect: { read: { gazette_notices_total: 3 }, atLeast: 60, decidedBy: /petition.*2 September 2026/i },
  },
  {
    id: 'petition-withdrawn',
    says: 'Its only petition was advertised in January and dismissed in February, and it has filed since.',
    given: company('99003003', 'ORLESTONE VALVES LIMITED', {
      notices: [
        {
          code: '2450',
          on: '2026-01-14',
          says: 'A Petition to wind up the above-named company will be heard on 24 February 2026.',
        },
        {
          code: '2461',
          on: '2026-02-26',
          says: 'Notice is hereby given that the petition was dismissed on 24 February 2026.',
        },
      ],
    }),
    asks: entity('99003003'),
    expect: { read: { 'gazette_notices[0].code': '2461' }, rating: sound, notDecidedBy: /./, narrow: 5 },
  },
  {
    id: 'petition-under-its-name',
    says: 'A petition against a company of this name prints no number: it may be another.',
    given: company('99003004', 'HARTSWELL TRADING LIMITED', {
      notices: [
        {
          code: '2450',
          on: '2026-09-17',
          unnumbered: true,
          says: 'A Petition to wind up the above-named company will be heard on 3 November 2026.',
        },
      ],
    }),
    asks: entity('99003004'),
    expect: {
      read: { 'gazette_notices[0].matched_by': 'name' },
      notDecidedBy: /./,
      possible: ['CRITICAL_RISK'],
      reaches: 60,
      confidence: ['low', 'medium'],
      advises: [/petition/i, /namesake|name/i],
    },
  },
  {
    id: 'petition-against-a-namesake',
    says: 'A petition against a company of the same name prints the number of that other company.',
    given: company('99003005', 'LINDERWICK SUPPLIES LIMITED', {
      notices: [
        {
          code: '2450',
          on: '2026-09-09',
          whole:
            'In the Matter of LINDERWICK SUPPLIES LIMITED (Company Number 99003905) A Petition to wind up the above-named company will be heard on 20 October 2026.',
        },
      ],
    }),
    asks: entity('99003005'),
    expect: {
      read: { 'entity.status': 'active' },
      rating: ['LOW_RISK'],
      notDecidedBy: /./,
      certain: true,
      confidence: ['high'],
    },
  },
  {
    id: 'ordered-in-scotland',
    says: 'The Court of Session ordered it wound up a fortnight ago; the register has not caught up.',
    given: company('SC993006', 'INVERQUHAR SEAFOODS LIMITED', {
      jurisdiction: 'scotland',
      notices: [
        {
          code: '2452',
          on: '2026-10-02',
          says: 'By interlocutor of 29 September 2026 the Court of Session ordered that the company be wound up, and appointed an interim liquidator.',
        },
      ],
    }),
    asks: entity('SC993006'),
    expect: {
      read: { 'entity.status': 'active' },
      atLeast: 90,
      rating: ['CRITICAL_RISK'],
      decidedBy: /order/i,
      advises: /wind it up|wound up/i,
    },
  },
  {
    id: 'liquidator-of-the-court',
    says: 'Only the appointment of a liquidator by the court was found: an order came before it.',
    given: company('99003007', 'TAMSIN VALE BAKERIES LIMITED', {
      notices: [
        {
          code: '2454',
          on: '2026-07-22',
          says: 'Name of office holder: appointed by the Secretary of State on 15 July 2026.',
        },
      ],
    }),
    asks: entity('99003007'),
    expect: { read: { 'gazette_notices[0].code': '2454' }, atLeast: 90, decidedBy: /order|liquidat/i },
  },
  {
    id: 'creditors-voluntary',
    says: 'Its creditors wind it up; the last accounts came in time, and no charge is left.',
    given: company('99003008', 'BRIDEKIRK CARPETS LIMITED', {
      status: 'liquidation',
      cases: [{ type: 'creditors-voluntary-liquidation', dates: { 'wound-up-on': '2026-06-23' } }],
      notices: [
        {
          code: '2441',
          on: '2026-06-30',
          says: 'At a General Meeting of the company held on 23 June 2026 it was resolved that the company be wound up voluntarily.',
        },
      ],
    }),
    asks: entity('99003008'),
    expect: {
      read: { 'entity.status': 'liquidation' },
      atLeast: 90,
      decidedBy: /creditors.{0,3} voluntary liquidation/i,
    },
  },
  {
    id: 'creditors-voluntary-advertised',
    says: 'A liquidator was appointed by its creditors last week; the register still calls it active.',
    given: company('99003009', 'CASTERLEY ROOFING LIMITED', {
      notices: [
        {
          code: '2443',
          on: '2026-10-08',
          says: 'Type of Liquidation: Creditors Voluntary Liquidation. Date of Appointment: 1 October 2026.',
        },
      ],
    }),
    asks: entity('99003009'),
    expect: { read: { 'entity.status': 'active' }, atLeast: 90, decidedBy: /creditors.{0,3} voluntary liquidation/i },
  },
  {
    id: 'meeting-of-creditors',
    says: 'Its directors called the creditors to a meeting on liquidation, in six days: no liquidation yet, and no company to supply.',
    given: company('99003010', 'OAKENSHIELD FLOORING LIMITED', {
      notices: [
        {
          code: '2442',
          on: '2026-10-07',
          says: 'Notice is hereby given, under section 100 of the Insolvency Act 1986, that a virtual meeting of the creditors will be held on 21 October 2026 to nominate a liquidator.',
        },
      ],
    }),
    asks: entity('99003010'),
    expect: {
      read: { 'gazette_notices[0].code': '2442' },
      notDecidedBy: /in .*liquidation:/i,
      notRating: ['LOW_RISK'],
      advises: /creditors/i,
      neverAdvises: /little cause for concern/i,
    },
  },
  {
    id: 'liquidated-in-2011-and-restored',
    says: 'Wound up by its creditors in 2011, dissolved, restored by a court in 2014, and trading tidily since.',
    given: company('99003011', 'WESTERDALE ENGRAVING LIMITED', {
      cases: [
        {
          type: 'creditors-voluntary-liquidation',
          dates: { 'wound-up-on': '2011-02-03', 'concluded-winding-up-on': '2012-08-10', 'dissolved-on': '2012-11-10' },
          left: '2012-08-10',
        },
      ],
    }),
    asks: entity('99003011'),
    expect: {
      read: { 'entity.status': 'active' },
      rating: sound,
      notDecidedBy: /./,
      factors: { insolvency_history: /has been insolvent.*2011/i },
    },
  },
  {
    id: 'administration-advertised',
    says: 'Administrators were appointed last Friday, which the Gazette has and the register has not.',
    given: company('99003012', 'MERRIWEATHER FURNISHING PLC', {
      type: 'plc',
      notices: [
        { code: '2410', on: '2026-10-13', says: 'Nature of Business: Furniture. Date of Appointment: 9 October 2026.' },
      ],
    }),
    asks: entity('99003012'),
    expect: {
      read: { 'entity.status': 'active' },
      atLeast: 60,
      decidedBy: /administration/i,
      advises: /administration/i,
    },
  },
  {
    id: 'administration-ended',
    says: 'Its administration ended in 2021 with the company handed back to its directors.',
    given: company('99003013', 'PADDERBROOK PUBLISHING LIMITED', {
      cases: [
        {
          type: 'in-administration',
          dates: { 'administration-started-on': '2020-05-11', 'administration-ended-on': '2021-04-30' },
          left: '2021-04-30',
        },
      ],
    }),
    asks: entity('99003013'),
    expect: {
      read: { 'entity.status': 'active' },
      rating: sound,
      notDecidedBy: /./,
      factors: { insolvency_history: /insolvent.*administration/i },
    },
  },
  {
    id: 'receivers-at-work',
    says: 'A lender appointed receivers over its only site in June.',
    given: company('99003014', 'NETHERGARTH ESTATES LIMITED', {
      status: 'receivership',
      cases: [{ type: 'receiver-manager', dates: { 'instrumented-on': '2026-06-04' } }],
    }),
    asks: entity('99003014'),
    expect: { read: { 'entity.status': 'receivership' }, atLeast: 60, decidedBy: /receiver/i },
  },
  {
    id: 'receivership-beside-an-active-status',
    says: 'The register has a receivership under way, in its oldest word for it, and still calls the company active.',
    given: company('99003015', 'SHAWMORE QUARRYING LIMITED', {
      cases: [{ type: 'receivership', dates: { 'instrumented-on': '2026-09-11' } }],
    }),
    asks: entity('99003015'),
    expect: { read: { 'entity.status': 'active' }, atLeast: 60, decidedBy: /receiver/i },
  },
  {
    id: 'receivers-long-gone',
    says: 'Receivers were appointed over one of its buildings in 2011 and ceased to act in 2014: of such a case the register states no end.',
    given: company('99003016', 'LARKHALL PROPERTIES LIMITED', {
      cases: [{ type: 'receiver-manager', dates: { 'instrumented-on': '2011-03-22' }, left: '2014-09-30' }],
    }),
    asks: entity('99003016'),
    expect: {
      read: { 'entity.status': 'active' },
      rating: sound,
      notDecidedBy: /./,
      neverAdvises: /In insolvency proceedings/i,
    },
  },
  {
    id: 'moratorium-registered',
    says: 'A moratorium began three weeks ago and runs for forty business days.',
    given: company('99003017', 'ELDERBRIDGE COACHWORKS LIMITED', {
      cases: [{ type: 'moratorium', dates: { 'moratorium-started-on': '2026-09-24' } }],
    }),
    asks: entity('99003017'),
    expect: { read: { 'entity.status': 'active' }, atLeast: 60, decidedBy: /moratorium/i },
  },
  {
    id: 'moratorium-over',
    says: 'Its moratorium of spring came to an end, as the Gazette advertised, and no insolvency followed.',
    given: company('99003018', 'FERRISGATE SPINNING LIMITED', {
      notices: [
        {
          code: '2401',
          on: '2026-03-18',
          says: 'A moratorium under Part A1 of the Insolvency Act 1986 came into force on 12 March 2026.',
        },
        { code: '2402', on: '2026-05-13', says: 'The moratorium came to an end on 8 May 2026.' },
      ],
    }),
    asks: entity('99003018'),
    expect: { read: { gazette_notices_total: 2 }, rating: sound, notDecidedBy: /./ },
  },
  {
    id: 'moratorium-ended-by-its-monitor',
    says: 'The register states the end of its moratorium in a case of its own kind.',
    given: company('99003019', 'CULVERHAY MARINE LIMITED', {
      cases: [
        {
          type: 'liquidation-moratorium-commencement-of-moratorium',
          dates: { 'moratorium-started-on': '2025-11-03', 'moratorium-ended-on': '2025-12-19' },
        },
        {
          type: 'liquidation-moratorium-end-of-moratorium-by-monitor',
          dates: { 'moratorium-started-on': '2025-11-03' },
        },
      ],
    }),
    asks: entity('99003019'),
    expect: { read: { 'entity.status': 'active' }, notDecidedBy: /./, rating: sound },
  },
  {
    id: 'proceedings-abroad',
    says: 'It is in insolvency proceedings opened by a court in Rotterdam.',
    given: company('99003020', 'DELFTHAVEN BULBS LIMITED', {
      status: 'insolvency-proceedings',
      cases: [{ type: 'foreign-insolvency', dates: { 'administration-started-on': '2026-04-20' } }],
    }),
    asks: entity('99003020'),
    expect: { read: { 'entity.status': 'insolvency-proceedings' }, atLeast: 60, decidedBy: /insolvency/i },
  },
  {
    id: 'restructuring-plan',
    says: 'A court sanctioned a plan that binds its creditors.',
    given: company('99003021', 'HOLLOWMERE LEISURE LIMITED', {
      cases: [{ type: 'order-of-court-restructuring-plan', dates: { 'instrumented-on': '2026-02-12' } }],
    }),
    asks: entity('99003021'),
    expect: { read: { 'entity.status': 'active' }, atLeast: 35, decidedBy: /plan|arrangement/i },
  },
  {
    id: 'arrangement-completed',
    says: 'It paid its creditors under an arrangement of 2018, which was completed in 2023.',
    given: company('99003022', 'WYVERSTONE PRINTERS LIMITED', {
      cases: [
        {
          type: 'corporate-voluntary-arrangement',
          dates: { 'voluntary-arrangement-started-on': '2018-04-16', 'voluntary-arrangement-ended-on': '2023-05-02' },
          left: '2023-05-02',
        },
      ],
    }),
    asks: entity('99003022'),
    expect: { read: { 'entity.status': 'active' }, rating: sound, notDecidedBy: /./ },
  },
  {
    id: 'members-voluntary-advertised',
    says: 'Its members resolved to wind it up as solvent, which the register has not yet.',
    given: company('99003023', 'AMBERCOTE INVESTMENTS LIMITED', {
      notices: [
        {
          code: '2432',
          on: '2026-09-30',
          says: 'Type of Liquidation: Members. Date of Appointment: 22 September 2026.',
        },
        {
          code: '2431',
          on: '2026-09-30',
          says: 'At a General Meeting held on 22 September 2026 it was resolved as a special resolution that the company be wound up voluntarily.',
        },
      ],
    }),
    asks: entity('99003023'),
    expect: { read: { gazette_notices_total: 2 }, atLeast: 35, atMost: 89, decidedBy: /members|solvent/i },
  },
  {
    id: 'members-voluntary-turned-insolvent',
    says: 'Wound up as solvent in February; in August its creditors took the liquidation over.',
    given: company('99003024', 'BANNERDOWN HOLDINGS LIMITED', {
      status: 'liquidation',
      cases: [
        {
          type: 'members-voluntary-liquidation',
          dates: { 'declaration-solvent-on': '2026-02-02', 'wound-up-on': '2026-02-09' },
        },
        { type: 'creditors-voluntary-liquidation', dates: { 'wound-up-on': '2026-08-12' } },
      ],
      notices: [
        { code: '2431', on: '2026-02-16', says: 'It was resolved that the company be wound up voluntarily.' },
        { code: '2443', on: '2026-08-19', says: 'Type of Liquidation: Creditors Voluntary Liquidation.' },
      ],
    }),
    asks: entity('99003024'),
    expect: {
      read: { 'entity.status': 'liquidation' },
      atLeast: 90,
      decidedBy: /creditors.{0,3} voluntary liquidation/i,
    },
  },
]
