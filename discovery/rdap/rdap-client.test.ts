import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FetchOutcome } from '#discovery/fetch/fetch-outcome.ts'
import { createRdapClient, type DomainAge, parseRdap } from './rdap-client.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const MINUTE_MS = 60_000
const bytes = (body: unknown): Uint8Array =>
  new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))

const object = (events: unknown, ldhName = 'Lamp.Example') => ({
  objectClassName: 'domain',
  ldhName,
  events,
})
const AT = '2019-04-05T06:07:08Z'
const registered = (eventDate: unknown) => ({ eventAction: 'registration', eventDate })

describe('an answer from the registry', () => {
  test.each<[string, unknown, string | null]>([
    ['with the date', object([registered(AT)]), '2019-04-05T06:07:08.000Z'],
    [
      'with other events around it',
      object([{ eventAction: 'expiration', eventDate: '2030-01-01T00:00:00Z' }, registered(AT)]),
      '2019-04-05T06:07:08.000Z',
    ],
    ['without events', object(undefined), null],
    ['with a date that is none', object([registered('soon'), registered(5)]), null],
    ['with a date from the future', object([registered('2031-01-01T00:00:00Z')]), null],
    [
      'with a date from before there were domains',
      object([registered('1970-01-01T00:00:00Z')]),
      null,
    ],
  ])('%s', (_, body, at) => {
    const reading = parseRdap(bytes(body), 'lamp.example', NOW)
    expect(reading).toEqual(
      at === null ? { kind: 'undated' } : { kind: 'registered', at: new Date(at) },
    )
  })

  test.each([
    ['about another domain', object([registered(AT)], 'other.example')],
    ['that is a page', '<html>'],
    ['that is empty', ''],
    ['that is a list', []],
    ['about something else', { objectClassName: 'entity', ldhName: 'lamp.example' }],
    ['nested without end', '['.repeat(100_000)],
  ])('%s is not an RDAP answer', (_, body) => {
    expect(parseRdap(bytes(body), 'lamp.example', NOW)).toEqual({ kind: 'not_rdap' })
  })

  test('arbitrary bytes never make it throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json().map(bytes)), (body) => {
        expect(parseRdap(body, 'lamp.example', NOW).kind).toMatch(
          /^(?:registered|undated|not_rdap)$/,
        )
      }),
    )
  })
})

const response = (
  status: number,
  body: unknown = '',
  headers: Record<string, string> = {},
): FetchOutcome => ({
  kind: 'response',
  url: 'https://registry.example/domain/lamp.example',
  status,
  headers,
  body: bytes(body),
  redirectedFrom: [],
})
const failed = (cause: Extract<FetchOutcome, { kind: 'failed' }>['cause']): FetchOutcome => ({
  kind: 'failed',
  url: 'https://rdap.example/',
  cause,
  detail: '',
})

describe('asking for the age of a domain', () => {
  test('requests the domain under the base address, with or without a trailing slash', async () => {
    for (const baseUrl of ['https://rdap.example/v1', 'https://rdap.example/v1/']) {
      const asked: string[] = []
      const ask = createRdapClient({
        baseUrl,
        now: () => NOW,
        fetch: async ({ url }) => {
          asked.push(url)
          return response(404)
        },
      })
      await ask('lamp.example', AbortSignal.timeout(MINUTE_MS))
      expect(asked).toEqual(['https://rdap.example/v1/domain/lamp.example'])
    }
  })

  test.each<[string, FetchOutcome, DomainAge]>([
    [
      'a date',
      response(200, object([registered(AT)])),
      {
        kind: 'registered',
        at: new Date(AT),
        sourceUrl: 'https://registry.example/domain/lamp.example',
      },
    ],
    ['no date', response(200, object([])), { kind: 'unknown' }],
    ['a page', response(200, '<html>'), { kind: 'unsupported' }],
    ['404', response(404), { kind: 'unknown' }],
    ['400', response(400), { kind: 'unsupported' }],
    ['429', response(429), { kind: 'retry', afterMs: 10 * MINUTE_MS, isThrottled: true }],
    [
      '429 for an hour',
      response(429, '', { 'retry-after': '3600' }),
      { kind: 'retry', afterMs: 60 * MINUTE_MS, isThrottled: true },
    ],
    ['403', response(403), { kind: 'retry', afterMs: 24 * 60 * MINUTE_MS, isThrottled: true }],
    ['503', response(503), { kind: 'retry', afterMs: 60 * MINUTE_MS, isThrottled: false }],
    [
      'nothing in time',
      failed('timeout'),
      { kind: 'retry', afterMs: 60 * MINUTE_MS, isThrottled: false },
    ],
    ['too much', failed('too_large'), { kind: 'unsupported' }],
    [
      'a way to a private address',
      { kind: 'refused', url: 'https://10.0.0.1/', reason: 'private_address' },
      { kind: 'unsupported' },
    ],
  ])('%s', async (_, answer, age) => {
    const ask = createRdapClient({
      baseUrl: 'https://rdap.example',
      now: () => NOW,
      fetch: async () => answer,
    })
    expect(await ask('lamp.example', AbortSignal.timeout(MINUTE_MS))).toEqual(age)
  })
})
