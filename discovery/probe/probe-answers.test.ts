import { expect, test } from 'vitest'
import {
  catalogue,
  DAY_MS,
  failed,
  HOME,
  MINUTE_MS,
  P1,
  page,
  redirect,
  SHOP,
  SHOPIFY,
  startProbe,
} from '#discovery/probe/test-site.ts'
import type { Site } from '#discovery/probe/test-site.ts'

test.each<[string, Site, unknown]>([
  ['robots.txt is missing', { 'https://shop.test/robots.txt': { status: 404 } }, { kind: 'store' }],
  ['robots.txt is not allowed to be read', { 'https://shop.test/robots.txt': { status: 401 } }, { kind: 'store' }],
  ['robots.txt fails', { 'https://shop.test/robots.txt': { status: 500 } }, { kind: 'retry', cause: 'server_error' }],
  ['robots.txt times out', { 'https://shop.test/robots.txt': failed('timeout') }, { kind: 'retry', cause: 'timeout' }],
  ['robots.txt redirects in circles', { 'https://shop.test/robots.txt': redirect('/robots.txt') }, { kind: 'store' }],
  ['meta.json is missing', { 'https://shop.test/meta.json': { status: 404 } }, { kind: 'store' }],
  ['429 comes with a time', { 'https://shop.test/': { status: 429, headers: { 'retry-after': '7' } } }, { kind: 'retry', cause: 'throttled', afterMs: 7000 }],
  ['429 comes with a date', { 'https://shop.test/': { status: 429, headers: { 'retry-after': 'Mon, 02 Nov 2026 12:00:00 GMT' } } }, { kind: 'retry', cause: 'throttled', afterMs: 120 * MINUTE_MS }],
  ['429 comes without a time', { 'https://shop.test/meta.json': { status: 429 } }, { kind: 'retry', cause: 'throttled', afterMs: MINUTE_MS }],
  ['the catalogue is throttled', { [P1]: { status: 429 } }, { kind: 'retry', cause: 'throttled' }],
  ['430', { 'https://shop.test/': { status: 430, headers: { 'retry-after': '5' } } }, { kind: 'retry', cause: 'refused_by_host', afterMs: DAY_MS }],
  ['430 asks for longer', { 'https://shop.test/': { status: 430, headers: { 'retry-after': '172800' } } }, { kind: 'retry', cause: 'refused_by_host', afterMs: 2 * DAY_MS }],
  ['403', { 'https://shop.test/': { status: 403 } }, { kind: 'retry', cause: 'refused_by_host', afterMs: DAY_MS }],
  ['a challenge by header', { 'https://shop.test/': { status: 403, headers: { 'cf-mitigated': 'challenge' } } }, { kind: 'retry', cause: 'challenge', afterMs: DAY_MS }],
  ['a challenge by its page', { 'https://shop.test/': { status: 503, body: '<title>Just a moment...</title>' } }, { kind: 'retry', cause: 'challenge' }],
  ['a challenge before the catalogue', { [P1]: { status: 403, body: 'cf-chl-opt' } }, { kind: 'retry', cause: 'challenge' }],
  ['402', { 'https://shop.test/': { status: 402, headers: SHOPIFY } }, { kind: 'retry', cause: 'frozen' }],
  ['423', { 'https://shop.test/': { status: 423, headers: SHOPIFY } }, { kind: 'retry', cause: 'frozen' }],
  ['503', { 'https://shop.test/': { status: 503, headers: { 'retry-after': '3600' } } }, { kind: 'retry', cause: 'server_error', afterMs: 60 * MINUTE_MS }],
  ['a reset', { 'https://shop.test/': failed('reset') }, { kind: 'retry', cause: 'network' }],
  ['a home page that is too large', { 'https://shop.test/': failed('too_large'), 'https://shop.test/pages/contact': page(HOME) }, { kind: 'store', products: [{}, {}] }],
['a home page that cannot be decoded, and no meta.json', { 'https://shop.test/': failed('encoding'), 'https://shop.test/meta.json': { status: 404 } }, { kind: 'retry', cause: 'network', afterMs: DAY_MS }],
['a robots.txt that cannot be read', { 'https://shop.test/robots.txt': failed('too_large') }, { kind: 'retry', cause: 'network', afterMs: DAY_MS }],
['a catalogue page that is too large', { [P1]: failed('too_large'), 'https://shop.test/products.json?limit=30&page=1': catalogue('2026-11-01') }, { kind: 'store', products: [{}] }],
  ['no name any more', { 'https://shop.test/robots.txt': failed('dns') }, { kind: 'retry', cause: 'network' }],
  ['a private address', { 'https://shop.test/robots.txt': { kind: 'refused', url: '', reason: 'private_address' } }, { kind: 'never', cause: 'private_address' }],
  ['a redirect to a private address', { 'https://shop.test/': redirect('http://169.254.169.254/') }, { kind: 'never', cause: 'private_address' }],
  ['a redirect to another port', { 'https://shop.test/': redirect('https://shop.test:8443/') }, { kind: 'not_a_store', reason: 'other_platform' }],
  ['a redirect to another scheme', { 'https://shop.test/': redirect('javascript:alert(1)') }, { kind: 'not_a_store', reason: 'other_platform' }],
  ['the shop is closed', { 'https://shop.test/meta.json': { status: 404 }, 'https://shop.test/': { status: 404, headers: { ...SHOPIFY, 'x-shopid': '86664413526' } } }, { kind: 'not_a_store', reason: 'closed' }],
  ['no shop is there', { 'https://shop.test/meta.json': { status: 404 }, 'https://shop.test/': { status: 404, headers: SHOPIFY } }, { kind: 'not_a_store', reason: 'no_shop' }],
  ['the extractors find no shop', { 'https://shop.test/': page('cdn.shopify.com') }, { kind: 'not_a_store', reason: 'no_shop' }],
  ['the page takes too long to read', { 'https://shop.test/': page('TOO SLOW') }, { kind: 'retry', cause: 'timeout', afterMs: DAY_MS }],
])('%s', async (_name, change, expected) => {
  const { probe } = startProbe({ ...SHOP, ...change })
  expect(await probe('shop.test')).toMatchObject(expected as object)
}) // prettier-ignore
