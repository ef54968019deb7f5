import { describe, expect, test } from 'vitest'
import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import { factsAfter } from '#server/discovery/visits/store-facts.ts'
import { emailFact, fact as factOn, snapshotOf } from '#testing/snapshots.ts'
import { compareFacts } from './compare-facts.ts'

const HOME = 'https://lamp.example/'
const CONTACT = 'https://lamp.example/pages/contact'
const fact = <Value>(value: Value, url = HOME) => factOn(value, url)
const FIRST = new Date('2026-03-10T11:00:00Z')
const SECOND = new Date('2026-03-13T11:00:00Z')

const theme = (schemaName: string | null, schemaVersion: string | null, name = 'Summer') =>
  fact({ name, id: '1', schemaName, schemaVersion, themeStoreId: null })
const app = (handle: string, name: string, url = HOME) =>
  fact({ handle, name, source: 'script_tag' as const, sources: ['script_tag' as const] }, url)
const email = (address: string) => emailFact(address, CONTACT)
const phone = (e164: string | null, text = e164 ?? '') =>
  fact({ text, e164, country: 'DE' }, CONTACT)

type Seen = Partial<StoreSnapshot>

const snapshot = (seen: Seen): StoreSnapshot => ({
  ...snapshotOf(),
  pagesRead: [HOME, CONTACT],
  ...seen,
})

function eventsBetween(
  first: Seen,
  second: Seen,
  pagesBefore: string[] | null = [HOME, CONTACT],
): string[] {
  const before = factsAfter({}, { snapshot: snapshot(first), at: FIRST })
  const after = factsAfter(before, { snapshot: snapshot(second), at: SECOND })
  return compareFacts({ before, after, pagesBefore }).map(
    ({ kind, subject, before: from, after: to, strength }) =>
      [kind, subject, from === null && to === null ? null : `${from ?? ''}→${to ?? ''}`, strength]
        .filter((part) => part !== null)
        .join(' '),
  )
}

const nothing: Seen = {}

describe('two snapshots yield exactly the events between them', () => {
  const cases: [string, Seen, Seen, string[]][] = [
    [
      'nothing for the same pages',
      { apps: [app('loox', 'Loox')] },
      { apps: [app('loox', 'Loox')] },
      [],
    ],
    [
      'another theme',
      { theme: theme('Dawn', '15.0.0') },
      { theme: theme('Horizon', '2.1.0') },
      ['theme_changed Dawn→Horizon strong'],
    ],
    [
      'a new version of the theme',
      { theme: theme('Dawn', '15.0.0') },
      { theme: theme('Dawn', '15.2.0') },
      ['theme_updated Dawn 15.0.0→15.2.0 strong'],
    ],
    [
      'nothing for a renamed copy of the theme',
      { theme: theme('Dawn', '15.0.0', 'Summer') },
      { theme: theme('Dawn', '15.0.0', 'Winter') },
      [],
    ],
    [
      'a theme without a product by the merchant’s label',
      { theme: theme(null, null, 'Summer') },
      { theme: theme(null, null, 'Winter') },
      ['theme_changed Summer→Winter strong'],
    ],
    [
      'one app for another',
      { apps: [app('loox', 'Loox')] },
      { apps: [app('judgeme', 'Judge.me')] },
      ['app_added Judge.me strong', 'app_removed Loox strong'],
    ],
    [
      'nothing for a number that is written differently',
      { phones: [phone('+4930901820', '030 901820')] },
      { phones: [phone('+4930901820', '+49 30 901820')] },
      [],
    ],
    [
      'one number outside any plan for another',
      { phones: [phone(null, '115')] },
      { phones: [phone(null, '116')] },
      ['contact_added 116 strong', 'contact_removed 115 strong'],
    ],
    [
      'another currency',
      { currency: fact('EUR') },
      { currency: fact('USD') },
      ['currency_changed EUR→USD strong'],
    ],
    [
      'another country',
      { country: fact('DE') },
      { country: fact('AT') },
      ['country_changed DE→AT strong'],
    ],
  ]
  test.each(cases)('%s', (_, first, second, expected) => {
    expect(eventsBetween(first, second)).toEqual(expected)
  })

  const social = 'https://www.instagram.com/lamp'
  const refund = `${HOME}policies/refund-policy`
  const items: [kind: string, subject: string, seen: Seen, detail?: string][] = [
    ['app', 'Loox', { apps: [app('loox', 'Loox')] }],
    ['pixel', 'meta', { pixels: [fact({ vendor: 'meta', id: '123' })] }, '123'],
    ['contact', 'info@lamp.example', { emails: [email('info@lamp.example')] }],
    ['contact', '+4930901820', { phones: [phone('+4930901820')] }],
    [
      'social',
      'instagram',
      { socials: [fact({ network: 'instagram', handle: 'lamp', url: social })] },
      social,
    ],
    ['policy', 'refund', { policies: [fact({ kind: 'refund', url: refund })] }, refund],
  ]
  test.each(items)('an added and a removed %s: %s', (kind, subject, seen, detail = '') => {
    const told = (change: string, details: string) =>
      [`${kind}_${change}`, subject, ...(detail ? [details] : []), 'strong'].join(' ')
    expect(eventsBetween(nothing, seen)).toEqual([told('added', `→${detail}`)])
    expect(eventsBetween(seen, nothing)).toEqual([told('removed', `${detail}→`)])
  })
})

describe('a reading that says nothing about the shop yields no event', () => {
  test('a fact of a page that could not be read is not removed', () => {
    const first = { emails: [email('info@lamp.example')], apps: [app('loox', 'Loox')] }
    expect(
      eventsBetween(first, { pagesRead: [`${HOME}meta.json`], theme: null, country: null }),
    ).toEqual([])
  })

  test('the first reading of an open shop adds nothing, as after its password page', () => {
    expect(eventsBetween(nothing, { apps: [app('loox', 'Loox')] }, null)).toEqual([])
  })

  test('a value on a page read for the first time is a weak addition', () => {
    expect(eventsBetween(nothing, { emails: [email('info@lamp.example')] }, [HOME])).toEqual([
      'contact_added info@lamp.example weak',
    ])
  })

  test('a country from another place is a better reading, not a move', () => {
    const elsewhere = {
      ...fact('AT'),
      evidence: { ...fact('AT').evidence, path: 'apple-pay-shop-capabilities' },
    }
    expect(eventsBetween({ country: fact('DE') }, { country: elsewhere })).toEqual([])
  })

  test('an unknown value yields no change', () => {
    expect(eventsBetween({ currency: null }, { currency: fact('EUR') })).toEqual([])
    expect(eventsBetween({ currency: fact('EUR') }, { currency: null })).toEqual([])
  })
})

test('a number that is written differently replaces the earlier spelling', () => {
  const spelled = (text: string) => snapshot({ phones: [phone('+4930901820', text)] })
  const first = factsAfter({}, { snapshot: spelled('030 901820'), at: FIRST })
  const after = factsAfter(first, { snapshot: spelled('+49 30 901820'), at: SECOND })
  expect(after.phones?.items.map(({ value }) => value)).toEqual([
    { text: '+49 30 901820', e164: '+4930901820', country: 'DE' },
  ])
})

test('an app or pixel is news for the filters only when its vendor came or went as a whole', () => {
  const pixel = (vendor: string, id: string) => fact({ vendor, id })
  const before = factsAfter(
    {},
    {
      snapshot: snapshot({
        apps: [app('loox', 'Loox')],
        pixels: [pixel('TikTok', '1'), pixel('Meta', '2'), pixel('Criteo', '3')],
      }),
      at: FIRST,
    },
  )
  const later = snapshot({
    apps: [app('klaviyo', 'Klaviyo: Mail')],
    pixels: [pixel('TikTok', '9'), pixel('Meta', '2'), pixel('Meta', '4'), pixel('Reddit', '5')],
  })
  const after = factsAfter(before, { snapshot: later, at: SECOND })
  const events = compareFacts({ before, after, pagesBefore: [HOME, CONTACT] })
  expect(events).toHaveLength(7)
  expect(events.flatMap(({ technology }) => technology ?? [])).toEqual([
    { change: 'added', item: { value: 'klaviyo', label: 'Klaviyo: Mail' } },
    { change: 'removed', item: { value: 'loox', label: 'Loox' } },
    { change: 'added', item: { value: 'Reddit', label: 'Reddit' } },
    { change: 'removed', item: { value: 'Criteo', label: 'Criteo' } },
  ])
})
