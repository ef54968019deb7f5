import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { candidateHosts, normaliseNames, storeHostOf } from './host-names.ts'

const LABEL_63 = 'a'.repeat(63)
const LONGEST = [LABEL_63, LABEL_63, LABEL_63, 'a'.repeat(57), 'com'].join('.')

test.each([
  ['Shop.Example.COM', 'shop.example.com'],
  ['shop.com.', 'shop.com'],
  ['*.shop.com', 'shop.com'],
  ['*.Shop.co.uk.', 'shop.co.uk'],
  ['xn--bcher-kva.de', 'xn--bcher-kva.de'],
  ['XN--BCHER-KVA.de', 'xn--bcher-kva.de'],
  ['shop.xn--p1ai', 'shop.xn--p1ai'],
  ['a-b--c.shop', 'a-b--c.shop'],
  ['1-2-3.com', '1-2-3.com'],
  ['foo.github.io', 'foo.github.io'],
  ['checkout.shop.com', 'checkout.shop.com'],
  [LONGEST, LONGEST],
])('%s is the host %s', (name, host) => {
  expect(normaliseNames([name])).toEqual([host])
})

test.each([
  '',
  '.',
  '*',
  '*.',
  '*.com',
  'com',
  'co.uk',
  '*.co.uk',
  'localhost',
  'intranet',
  '192.0.2.1',
  '1.2.3.4.',
  '2001:db8::1',
  'under_score.shop.com',
  '_dmarc.shop.com',
  'shop..com',
  '.shop.com',
  'shop.com..',
  '-shop.com',
  'shop-.com',
  'shop.com\u0000.evil.com',
  'shop.com ',
  'b\u00fccher.de',
  'xn--a.de',
  'xn--99999999999.de',
  'xn--.de',
  'foo.*.shop.com',
  '*.*.shop.com',
  'https://shop.com',
  'shop.com:443',
  'user@shop.com',
  `a${LONGEST}`,
  `a${LABEL_63}.com`,
  'myshopify.com',
  '*.myshopify.com',
  'some-shop.myshopify.com',
  '353f1d-3.account.myshopify.com',
  'cdn.shopify.com',
  'github.io',
  'abcdefghijklmnop.onion',
  '1.0.0.127.in-addr.arpa',
])('%j is not a host that could be a store', { tags: ['check-58'] }, (name) => {
  expect(normaliseNames([name])).toEqual([])
})

test('each host appears once, in the order of the names', () => {
  expect(normaliseNames(['b.com', '*.a.com', 'A.com', 'b.com.', 'c.com'])).toEqual([
    'b.com',
    'a.com',
    'c.com',
  ])
})

test.each([
  ['shop.com', 'shop.com'],
  ['www.shop.com', 'shop.com'],
  ['www.www.shop.com', 'shop.com'],
  ['eu.shop.co.uk', 'eu.shop.co.uk'],
  ['www.eu.shop.co.uk', 'eu.shop.co.uk'],
  ['www.com', 'www.com'],
  ['www.co.uk', 'www.co.uk'],
  ['account.com', 'account.com'],
  ['www2.shop.com', 'www2.shop.com'],
  ['account.shop.com', null],
  ['www.account.shop.com', null],
  ['checkout.shop.co.uk', null],
  ['accounting.shop.com', 'accounting.shop.com'],
  ['co.uk', null],
])('the store host of %s is %s', (host, storeHost) => {
  expect(storeHostOf(host)).toBe(storeHost)
})

test('the usual names of one shop collapse into one candidate', () => {
  expect(candidateHosts(['*.shop.com', 'shop.com', 'www.shop.com', 'account.shop.com'])).toEqual([
    'shop.com',
  ])
})

const label = fc.stringMatching(/^[a-zA-Z0-9_*-]{0,12}$/)
const name = fc.oneof(
  fc.string(),
  fc.domain(),
  fc.array(label, { maxLength: 6 }).map((labels) => labels.join('.')),
)

test('for any names, hosts are clean, unique and stable under a second pass', () => {
  fc.assert(
    fc.property(fc.array(name), (names) => {
      const hosts = normaliseNames(names)
      expect(new Set(hosts).size).toBe(hosts.length)
      for (const host of hosts) {
        expect(host).toMatch(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/)
        expect(host.length).toBeLessThanOrEqual(253)
      }
      expect(normaliseNames(hosts)).toEqual(hosts)
      expect(candidateHosts(candidateHosts(names))).toEqual(candidateHosts(names))
    }),
  )
})
