import { recorded, recordings } from '@domesday/tool-testing'
import { describe, expect, it } from 'vitest'
import { readBody } from '../../../test/support/read.ts'
import type { Entry } from './goods.ts'
import { lookup } from './index.ts'

const one = (type: string, id: string | null) => ({ data: id === null ? null : { type, id } })
interface Facts {
  readonly series?: string
  readonly type?: string
  readonly excluded?: readonly string[]
  readonly additional?: boolean
  /** The attributes of its conditions; null for one that is missing; undefined: they are not stated. */
  readonly conditions?: readonly (object | null)[] | undefined
}
const controlOf = ({ series = 'A', type = '475', excluded = [], additional, conditions }: Facts) => {
  const list = (conditions ?? []).map((attributes, i) => ({ type: 'measure_condition', id: `${i}`, attributes }))
  const body = {
    data: {
      id: '1',
      type: 'commodity',
      attributes: { goods_nomenclature_item_id: '2203000100', description: 'Beer', formatted_description: 'Beer' },
      relationships: {
        chapter: { data: null },
        heading: { data: null },
        ancestors: { data: [] },
        import_measures: { data: [{ type: 'measure', id: '1' }] },
        export_measures: { data: [] },
      },
    },
    included: [
      {
        id: '1',
        type: 'measure',
        attributes: {},
        relationships: {
          measure_type: one('measure_type', type),
          geographical_area: one('geographical_area', '1011'),
          duty_expression: one('duty_expression', '1'),
          order_number: one('order_number', null),
          excluded_countries: { data: excluded.map((id) => ({ type: 'geographical_area', id })) },
          ...(additional && { additional_code: one('additional_code', '4') }),
          ...(conditions && {
            measure_conditions: { data: list.map(({ id }) => ({ type: 'measure_condition', id })) },
          }),
        },
      },
      { id: '1', type: 'duty_expression', attributes: { base: '' } },
      { id: type, type: 'measure_type', attributes: { description: 'A ban', measure_type_series_id: series } },
      ...list.filter(({ attributes }) => attributes !== null),
    ],
  }
  return (readBody(lookup, body) as Entry).goods!.controls[0]!
}
const refusing = { action_code: '09', document_code: '', certificate_description: null }
const licence = { action_code: '29', document_code: '9104', certificate_description: 'A <b>licence</b>' }
const waiver = { action_code: '29', document_code: 'Y900', certificate_description: 'Goods of another kind' }

describe('a control', () => {
  it('prohibits by its series or its type', () => {
    expect(controlOf({}).prohibits).toBe(true)
    expect(controlOf({ series: 'B', type: '277' }).prohibits).toBe(true)
    expect(controlOf({ series: 'B' }).prohibits).toBe(false)
  })

  it('tells which conditions allow import, and by which documents', () => {
    expect(controlOf({ conditions: [] })).toMatchObject({ allows: false, exempts: false, documents: [] })
    expect(controlOf({ conditions: [refusing] })).toMatchObject({ allows: false, exempts: false, documents: [] })
    expect(controlOf({ conditions: [licence, refusing] })).toMatchObject({
      allows: true,
      exempts: false,
      documents: ['9104: A licence'],
    })
    expect(controlOf({ conditions: [waiver, refusing] })).toMatchObject({ allows: true, exempts: true, documents: [] })
  })

  it('tells nothing of conditions that are not stated, not there, or say nothing', () => {
    const unknown = { allows: null, exempts: null, documents: null }
    expect(controlOf({ conditions: undefined })).toMatchObject(unknown)
    expect(controlOf({ conditions: [null] })).toMatchObject(unknown)
    expect(controlOf({ conditions: [refusing, {}] })).toMatchObject(unknown)
    for (const lost of ['action_code', 'document_code', 'certificate_description'])
      expect(controlOf({ conditions: [{ ...licence, [lost]: undefined }] })).toMatchObject(unknown)
  })

  it('is limited where countries are excluded, or it holds with an additional code only', () => {
    expect([{}, { excluded: ['CH'] }, { additional: true }].map((facts) => controlOf(facts).limited)).toEqual([
      false,
      true,
      true,
    ])
  })

  it.skipIf(!recordings())('is read from recorded answers', () => {
    const body = recorded('trade-tariff', 'heading-0501-uk-declarable.json')
    const { controls } = (readBody(lookup, body) as Entry).goods!
    expect(controls[0]).toMatchObject({ origin: 'Ukraine', prohibits: false, allows: true, exempts: false })
    expect(controls[0]!.documents).toHaveLength(3)
  })
})
