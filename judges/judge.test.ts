import { expect, test } from 'vitest'
import { hear, type Judge, type Verdict } from './judge.ts'
import { count, describe } from './run-judges.ts'

const noProduct = () => Promise.reject(new Error('no product is needed'))
const judgeOf = (verdict: Partial<Verdict>, changes: Partial<Judge> = {}): Judge => ({
  name: 'units',
  tool: 'systemd-analyze',
  version: async () => '252',
  skip: 'apt-get install -y systemd',
  judge: async () => ({ checked: '4 units', findings: [], ...verdict }),
  ...changes,
})
const hearOf = (...given: Parameters<typeof judgeOf>) => hear(judgeOf(...given), noProduct)

test('a judge that finds nothing passes', async () => {
  const sentence = await hearOf({})
  expect(count([sentence])).toEqual({ passed: 1, failed: 0, skipped: 0, failures: [] })
  expect(describe([sentence])).toMatch(/^units +systemd-analyze +252 +4 units +0 +pass$/m)
})

test('a finding without a reason fails, one with a reason passes and is shown with it', async () => {
  const findings = ['IPAddressDeny 0.2', 'UMask 0.1']
  const reasons = [{ finding: /^IPAddressDeny/, reason: 'it visits the whole internet' }]
  const sentence = await hearOf({ findings, reasons })
  expect(count([sentence])).toMatchObject({ failed: 1, failures: [{ text: 'units\nUMask 0.1' }] })
  expect(describe([sentence]).split('\n').slice(3)).toEqual([
    '✗ units: UMask 0.1',
    '✓ units: it visits the whole internet (1)',
    '    IPAddressDeny 0.2',
  ])
  expect(count([await hearOf({ findings: findings.slice(0, 1), reasons })])).toMatchObject({
    passed: 1,
  })
})

test('a reason that no finding needs any more fails', async () => {
  const reasons = [{ finding: /^IPAddressDeny/, reason: 'it visits the whole internet' }]
  const { faults } = await hearOf({ reasons })
  expect(faults).toEqual(['no finding matches /^IPAddressDeny/ any more: delete its reason'])
})

test('a judge whose tool is missing is skipped with the sentence that says how to get it', async () => {
  const sentence = await hearOf({ findings: ['one'] }, { version: async () => undefined })
  expect(count([sentence])).toMatchObject({ passed: 0, failed: 0, skipped: 1 })
  expect(describe([sentence])).toMatch(/ skipped: apt-get install -y systemd$/m)
})

test('a judge that cannot judge fails', async () => {
  const judge = () => Promise.reject(new Error('the proxy is gone'))
  const sentence = await hearOf({}, { judge })
  expect(count([sentence])).toMatchObject({
    failed: 1,
    failures: [{ file: 'units', text: 'units\ncould not judge: the proxy is gone' }],
  })
})

test('the first twenty of many findings are shown, with the number of the rest', async () => {
  const findings = Array.from({ length: 30 }, (_, number) => `finding ${number}`)
  const text = describe([await hearOf({ findings })])
  expect(text).toContain('finding 19')
  expect(text).not.toContain('finding 20')
  expect(text).toContain('… and 10 more')
})
