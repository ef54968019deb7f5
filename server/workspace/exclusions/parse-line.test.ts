import { expect, test } from 'vitest'
import { parseLine } from './read-upload.ts'

const keyOf = (line: string) => {
  const parsed = parseLine(line, null, false)
  return parsed.kind === 'entry' ? `${parsed.entry.kind} ${parsed.entry.key}` : parsed.kind
}

test.each([
  ['acme.com', 'domain acme.com'],
  ['https://www.Acme.com/collections/all?x=1', 'domain acme.com'],
  ['WWW.ACME.COM.', 'domain acme.com'],
  ['http//acme.com:443/', 'domain acme.com'],
  ['https://ada:secret@acme.com/', 'domain acme.com'],
  ['\uFEFFacme.com', 'domain acme.com'],
  ['“acme.com”', 'domain acme.com'],
  ['acme．com', 'domain acme.com'],
  ['shop.acme.co.uk', 'domain shop.acme.co.uk'],
  ['münchen-lampen.de', 'domain xn--mnchen-lampen-wob.de'],
  ['acme-lamps.myshopify.com/admin', 'shop acme-lamps.myshopify.com'],
  ['hello@acme.com', 'domain acme.com'],
  ['@acme.com', 'domain acme.com'],
  ['Ada Byron <ADA@gmail.com>', 'address ada@gmail.com'],
  ['mailto:ada@web.de', 'address ada@web.de'],
  ['gmail.com', 'host gmail.com'],
])('%j hides by %s', (line, expected) => {
  expect(keyOf(line)).toBe(expected)
})

test.each([
  ['Nevola Garden', 'name', null],
  ['@gmail.com', 'publicMail', null],
  ['192.0.2.14', 'ipAddress', null],
  ['http://[2001:db8::1]/', 'ipAddress', null],
  ['velelletea', 'noEnding', null],
  ['*.garulodials.com', 'wildcard', 'garulodials.com'],
  ['info(at)korova.com', 'notMail', 'info@korova.com'],
  ['info [at] korova [dot] com', 'notMail', 'info@korova.com'],
  ['two words@acme.com', 'notMail', null],
  ['co.uk', 'ending', null],
  ['myshopify.com', 'platform', null],
  ['https://admin.shopify.com/store/acme/orders', 'platform', 'acme.myshopify.com'],
  ['acme..com', 'malformed', 'acme.com'],
  ['xn--a.com', 'malformed', null],
  ['17;"Acme, Inc.";+493012345;12.50', 'name', null],
])('%j is refused as %s and suggests %j', (line, fault, suggestion) => {
  expect(parseLine(line, null, false)).toEqual({ kind: 'refused', text: line, fault, suggestion })
})

test.each([
  ['"Acme, Inc",acme.com,info@gmail.com', 'domain acme.com'],
  ['Acme;ada@gmail.com;acme.com', 'domain acme.com'],
  ['Acme\tada@gmail.com\t', 'address ada@gmail.com'],
  ['Node.js;acme.de', 'domain acme.de'],
  ['"acme.com', 'domain acme.com'],
  ['"acme.com;Customer', 'domain acme.com'],
])('of the cells of %j the one with the address of a shop counts', (line, expected) => {
  expect(keyOf(line)).toBe(expected)
})

test.each([
  ['domain', [0]],
  ['Name,E-Mail,Website', [2, 1]],
  ['email_address;Company domain', [1, 0]],
  ['Mağaza;E-posta', [0, 1]],
])('the first line %j is a header', (line, columns) => {
  expect(parseLine(line, null, true)).toEqual({ kind: 'header', columns })
  expect(parseLine(line, null, false).kind).not.toBe('header')
})

test('with a header only the columns with addresses count, unless they are empty', () => {
  expect(parseLine('other.com,acme.com', [1], false)).toMatchObject({ entry: { key: 'acme.com' } })
  expect(parseLine('other.com,', [1], false)).toMatchObject({ entry: { key: 'other.com' } })
  expect(parseLine(' , ', [1], false)).toEqual({ kind: 'empty' })
})
