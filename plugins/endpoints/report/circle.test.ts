import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { report } from './index.ts'

let open: OpenEndpoint
beforeAll(async () => {
  open = await openEndpoint(report)
})
afterAll(() => open.close())

const data = async (number: string) => (await open.look(`/report/entity/${number}`)).data

describe('a fact one step away, in the sample world', () => {
  it.each([
    ['99000214', 'ENHANCED_DUE_DILIGENCE', /Possible successor of HEXLADE JOINERY LIMITED \(99000222\).*name like it/],
    ['99000404', 'ENHANCED_DUE_DILIGENCE', /Possible successor of NARROWBOAT CLADDING LIMITED.*office and its trade/],
    ['99000230', 'PROCEED_WITH_CAUTION', /re-use of a prohibited name/],
    ['99000255', 'ENHANCED_DUE_DILIGENCE', /Crispin OLDERSHAW is disqualified.*The basis is name and month of birth/],
    ['99000263', 'DO_NOT_ENGAGE', /Nobody who runs it may/],
    ['99000271', 'DO_NOT_ENGAGE', /Anselm VORKUTIN is under sanctions/],
    ['99000289', 'ENHANCED_DUE_DILIGENCE', /owned by Hallaforth Retail Limited.*administration/],
    ['99000297', 'PROCEED_WITH_CAUTION', /3 companies that failed apart/],
    ['99000347', 'ENHANCED_DUE_DILIGENCE', /companies only, KIRKWOOD NOMINEES LIMITED/],
    ['99000362', 'ENHANCED_DUE_DILIGENCE', /section 1002A/],
    ['99000420', 'PROCEED_WITH_CAUTION', /an owner whom it has not identified/],
    ['99000388', 'DO_NOT_ENGAGE', /petition to wind it up/],
    ['OE990355', 'DO_NOT_ENGAGE', /was declared as sanctioned/],
    ['OE990355', 'DO_NOT_ENGAGE', /yearly update of this overseas entity/],
    ['CE990438', 'PROCEED_WITH_CAUTION', /Charity Commission/],
  ])('of %s makes it %s', async (number, verdict, because) => {
    const found = await data(number)
    expect(found.verdict).toBe(verdict)
    expect(found.verdict_because.join('\n')).toMatch(because)
  })

  it.each([
    ['99000339', 'woken_shell'],
    ['99000339', 'insider_charge'],
    ['99000370', 'director_disqualified'],
    ['99000396', 'petition_dismissed'],
    ['99000420', 'owner_not_identified'],
    ['99000297', 'serial_failure'],
  ])('of %s raises %s', async (number, flag) => {
    const { red_flags } = await data(number)
    expect(red_flags.map((one: { flag: string }) => one.flag)).toContain(flag)
  })

  it('is nothing against who acts by leave of a court, or whose petition was dismissed', async () => {
    for (const number of ['99000370', '99000396']) expect((await data(number)).verdict, number).toBe('PROCEED')
    expect((await data('99000370')).red_flags[0].evidence).toMatch(/by leave of High Court of Justice until/)
  })

  it('is read where it is kept, and no sign of risk: a charity of its own kind', async () => {
    const { distress_score, recommendation, regulatory } = await data('CE990438')
    expect(distress_score).toBeNull()
    expect(recommendation).not.toMatch(/advance|security|low limit/)
    expect(regulatory.charity_register).toMatchObject({
      registered: true,
      match: { agreed: ['name', 'day of registration'], sure: 'certain' },
    })
  })
})
