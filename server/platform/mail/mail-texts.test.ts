import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeName } from './mail-texts.ts'

test.each([
  ['Ada', 'Ada'],
  ['  Anne  Marie ', 'Anne Marie'],
  ["D'Arcy-O’Neil", "D'Arcy-O’Neil"],
  ['Dr. Şule', 'Dr. Şule'],
  ['김민준', '김민준'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['{{7*7}}', '{{7*7}}'],
  ['Ada 2', 'Ada 2'],
])('%j is greeted as %j', (name, shown) => {
  expect(safeName(name)).toBe(shown)
})

test.each([
  'evil.example/x',
  'evil.example',
  'evil。example',
  'evil․example',
  'evil．example',
  'https://evil.example',
  'javascript:alert(1)',
  'mail evil@x',
  '+1 900 123 456',
  'www evil',
  'ev\u200bil',
  'a\u202eb',
  'a\r\nBcc: b',
  'Your account was locked call us now',
  'x'.repeat(41),
  '',
])('no mail greets with %j', { tags: ['check-37'] }, (name) => {
  expect(safeName(name)).toBe('')
})

test('no name puts an address into a mail', () => {
  const address = fc.oneof(fc.domain({ size: 'xsmall' }), fc.ipV4(), fc.constant('a@b'))
  fc.assert(
    fc.property(
      address,
      fc.string({ maxLength: 5 }),
      fc.string({ maxLength: 5 }),
      (address, before, after) => {
        expect(safeName(before + address + after)).toBe('')
      },
    ),
    { numRuns: 100 },
  )
})
