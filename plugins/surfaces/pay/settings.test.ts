import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inspect } from '@domesday/core/tool'

const faultsOf = async (yaml: string): Promise<readonly string[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'pay-'))
  writeFileSync(join(dir, 'service.yaml'), 'endpoints: [water]\n')
  mkdirSync(join(dir, 'surfaces'))
  writeFileSync(join(dir, 'surfaces/pay.yaml'), yaml)
  return (await inspect(dir, {})).lines.map((line) => line.replace(`${dir}/`, ''))
}

it.each([
  ['pay_to: 0x00\n', 'surfaces/pay.yaml:1:9  pay_to must be an account in quotes: 0x and 40 hex digits, not 0'],
  [
    'facilitator: x\n',
    "surfaces/pay.yaml:1:14  facilitator must be an address that begins with https:// or http://, not 'x'",
  ],
  ['network: base\n', "surfaces/pay.yaml:1:10  network must be a network such as eip155:84532, not 'base'"],
  ['netwerk: eip155:1\n', "surfaces/pay.yaml:1:1  unknown key 'netwerk'; did you mean 'network'?"],
])('%s is a fault of the settings', async (yaml, line) => {
  expect(await faultsOf(yaml)).toEqual([line])
})

it('takes what the example of its defaults shows', async () => {
  expect(
    await faultsOf(
      'facilitator: https://facilitator.example.org\npay_to: "0x0000000000000000000000000000000000000000"\n',
    ),
  ).toEqual([])
})
