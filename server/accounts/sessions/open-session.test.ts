import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeDevice } from './open-session.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
    'Firefox',
    'Windows',
    'desktop',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`,
    'Chrome',
    'macOS',
    'desktop',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 Edg/131.0`,
    'Microsoft Edge',
    'Linux',
    'desktop',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`,
    'Chrome',
    'Chrome OS',
    'desktop',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${CHROME} Mobile Safari/537.36`,
    'Chrome',
    'Android',
    'mobile',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-X710) ${CHROME} Safari/537.36`,
    'Chrome',
    'Android',
    'tablet',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
    'mobile',
  ],
  ['curl/8.1', null, null, 'unknown'],
  ['<script>alert(1)</script>/2.0 ()', null, null, 'unknown'],
  [' ', null, null, 'unknown'],
  [null, null, null, 'unknown'],
] as const)('%s is %s on %s, %s', (userAgent, browser, system, kind) => {
  expect(describeDevice(userAgent)).toEqual({ browser, system, kind })
})

test('no user agent breaks the description or puts its own words on the screen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (userAgent) => {
      const { browser, system } = describeDevice(userAgent)
      expect(`${browser}${system}`).toMatch(/^[\w .-]+$/)
    }),
    { numRuns: 100 },
  )
})
