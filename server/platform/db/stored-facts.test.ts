import { expect, test } from 'vitest'
import { toStoreId } from '#contracts/ids.ts'
import { FACTS, READ_KEYS } from '#contracts/catalog/fact-table.ts'
import { createTestLog } from '#testing/test-log.ts'
import { currentValue, currentValues, type FactRow, parseFacts } from './stored-facts.ts'

const AT = new Date('2026-03-10T11:00:00Z')
const seen = { label: 'observed' as const, sourceUrl: 'https://lamp.example/', path: 'footer' }
const item = (value: unknown) => ({ value, ...seen, observedAt: AT.toISOString() })
const ID = toStoreId('7')
const phone = { text: '030 901820', e164: '+4930901820', country: 'DE' }
const row = (key: string, values: Partial<FactRow>): FactRow => ({
  store_id: ID,
  key,
  value: null,
  label: 'observed',
  source_url: 'https://lamp.example/',
  path: 'footer',
  observed_at: AT,
  items: null,
  gone_at: null,
  ...values,
})

function parse(rows: FactRow[]) {
  const { log, entries } = createTestLog()
  const facts = parseFacts(rows, log).get(ID) ?? {}
  return { facts, logged: entries.filter(({ event }) => event === 'facts.dropped') }
}

test('stored values that fit their facts come back as they are, and the log stays silent', () => {
  const { facts, logged } = parse([
    row('city', { value: 'Bremen' }),
    row('phones', { items: [item(phone), { ...item(phone), goneAt: AT.toISOString() }] }),
    row('phone', { value: phone }),
    row('markets', { value: [{ country: 'CH', currency: 'CHF' }] }),
    row('factOfALaterVersion', { value: 'a secret' }),
  ])
  expect(currentValue(facts.city)).toBe('Bremen')
  expect(currentValues(facts.phones)).toEqual([phone])
  expect(currentValue(facts.phone)).toEqual(phone)
  expect(facts.markets?.value).toEqual([{ country: 'CH', currency: 'CHF' }])
  expect(Object.keys(facts)).not.toContain('factOfALaterVersion')
  expect(logged).toEqual([])
})

test('stored values that no longer fit are left out, and one log line counts them by fact', () => {
  const app = { handle: 'loox', name: 'Loox', source: 'pixel', sources: ['pixel'] }
  const { facts, logged } = parse([
    row('productCount', { value: 'many' }),
    row('apps', { items: [item(app), item({ handle: 'loox' }), item(null)] }),
    row('emails', { items: [item('hello@lamp.example')] }),
  ])
  expect(facts.productCount).toBeUndefined()
  expect(currentValues(facts.apps)).toEqual([app])
  expect(facts.emails).toBeUndefined()
  expect(logged).toEqual([
    expect.objectContaining({ dropped: { productCount: 1, apps: 2, emails: 1 } }),
  ])
})

test('a stored label that the rule of its fact does not name is a misfit too', () => {
  const { facts, logged } = parse([
    row('category', { value: { id: 'pets', confidence: 'high' }, label: 'observed' }),
    row('status', { value: 'open', label: 'detected' }),
    row('phone', { value: phone, label: 'estimated' }),
    row('phones', { items: [item(phone), { ...item(phone), label: 'inferred' }] }),
  ])
  expect(facts.category).toBeUndefined()
  expect(currentValue(facts.status)).toBe('open')
  expect(facts.phone).toBeUndefined()
  expect(currentValues(facts.phones)).toEqual([phone])
  expect(logged).toEqual([
    expect.objectContaining({ dropped: { category: 1, phone: 1, phones: 1 } }),
  ])
})

test('no fact accepts every value', () => {
  const accepting = READ_KEYS.filter((key) => FACTS[key].value.safeParse(Symbol('none')).success)
  expect(accepting).toEqual([])
})
