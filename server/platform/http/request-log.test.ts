import { expect, test } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTestLog } from '#testing/test-log.ts'
import { createMissingPageLog, scrubAddress, scrubMissingAddress } from './request-log.ts'

test('secret or personal query values do not reach the log', () => {
  expect(scrubAddress('/reset-password?token=s3cret&lang=de')).toBe(
    '/reset-password?token=redacted&lang=de',
  )
  expect(scrubAddress('/email-verification?Email=a%40b.c&%74oken=x&token=y&token=z')).not.toMatch(
    /a%40b|=x|=y|=z/,
  )
})

test('a secret in the path does not reach the log', () => {
  expect(scrubAddress('/api/exports/s3cret?lang=de')).toBe('/api/exports/redacted?lang=de')
  expect(scrubAddress('/api/exports')).toBe('/api/exports')
  expect(scrubAddress('/api/feeds/atom/s3cret?kinds=opened')).toBe(
    '/api/feeds/atom/redacted?kinds=opened',
  )
})

test('an address without a query stays unchanged', () => {
  expect(scrubAddress('/list')).toBe('/list')
})

test.each([
  ['/no/such/page', '/no/such/page'],
  ['/blog/10-best-products-for-the-2026-season', '/blog/10-best-products-for-the-2026-season'],
  ['/reset-passwort/kJ82hdKs92jf_KdlsP2mZ81a', '/reset-passwort/redacted'],
  ['/x/0b5f9c1e-2f64-4d0e-9a53-3f1c6a0d7b21/y', '/x/redacted/y'],
  ['/mira@shop.example', '/redacted'],
  ['/a/mira%40shop.example/b?token=s3cret', '/a/redacted/b?token=redacted'],
  [`/${'word-'.repeat(100)}`, `/${'word-'.repeat(40)}`.slice(0, 200)],
])('for the missing path %s the log records %s', (address, told) => {
  expect(scrubMissingAddress(address)).toBe(told)
})

function startLog() {
  const { log, entries } = createTestLog()
  const clock = createFakeClock('2026-11-22T09:00:00Z')
  return { entries, clock, tell: createMissingPageLog({ log, now: clock.now }) }
}

test('a missing path is logged once an hour, without its query and parts that look secret', () => {
  const { entries, clock, tell } = startLog()
  tell('/lisst?token=s3cret')
  tell('/lisst?ref=mail')
  tell('/x/kJ82hdKs92jf_KdlsP2mZ81a')
  clock.set('2026-11-22T10:00:00Z')
  tell('/lisst')
  expect(entries.map(({ event, path }) => [event, path])).toEqual([
    ['page.missing', '/lisst'],
    ['page.missing', '/x/redacted'],
    ['page.missing', '/lisst'],
  ])
})

test('thousands of missing paths add at most 500 log lines', () => {
  const { entries, tell } = startLog()
  for (let at = 0; at < 2_000; at += 1) tell(`/wp/${at}`)
  expect(entries).toHaveLength(500)
})
