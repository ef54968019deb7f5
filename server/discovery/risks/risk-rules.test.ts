import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { NETWORK_OF_PIXEL } from '#contracts/catalog/ad-networks.ts'
import { toStoreId } from '#contracts/ids.ts'
import { findRisks, PLACEHOLDER_PATTERN, placeholderIn, type RiskFacts } from './risk-rules.ts'

const SEEN = new Date('2026-03-10T10:00:00Z')
const place = { sourceUrl: 'https://lamp.example/', path: 'test', observedAt: SEEN }
const other = toStoreId(7)

const sound: RiskFacts = {
  foundAt: SEEN,
  isOpen: true,
  home: place,
  policies: ['privacy'],
  texts: [{ text: 'Lamps for readers, made in Bremen.', ...place }],
  mostAlike: null,
  domainRegistered: null,
  pixels: [],
  closed: [],
}

const pixels = (...vendors: string[]) => vendors.map((vendor) => ({ vendor, ...place }))
const ADS = pixels('Facebook & Instagram (Meta)', 'TikTok', 'Google & YouTube')
const YOUNG = { at: new Date('2026-03-04'), ...place }
const alike = (shared: number, products: number) => ({
  store: other,
  shared,
  products,
  observedAt: SEEN,
})
const closedAfter = (days: number) => ({
  store: other,
  launchDay: '2026-01-01',
  closedAt: new Date(Date.parse('2026-01-01') + days * 86_400_000),
})

describe('labelled shops', () => {
  const cases: [string, Partial<RiskFacts>, string[]][] = [
    ['a sound shop', {}, []],
    ['an open shop without a policy', { policies: [] }, ['no_policies']],
    ['a shop behind its password page without a policy', { policies: [], isOpen: false }, []],
    ['an open shop whose pages we have not read', { policies: [], home: null }, []],
    [
      'filler text in the story',
      { texts: [{ text: 'Lorem ipsum dolor sit amet', ...place }] },
      ['placeholder_text'],
    ],
    [
      'a product of the template',
      { texts: [{ text: 'Example product title\n', ...place }] },
      ['placeholder_text'],
    ],
    [
      'a book about filler text',
      { texts: [{ text: 'Lorem: a history of dummy text in print', ...place }] },
      [],
    ],
    [
      'a shop that tells its customers of its brand',
      { texts: [{ text: 'We love to talk about our brand and share news', ...place }] },
      [],
    ],
    ['the catalogue of an earlier shop', { mostAlike: alike(12, 14) }, ['copied_catalogue']],
    ['half of the catalogue of an earlier shop', { mostAlike: alike(7, 14) }, []],
    ['three products that an earlier shop sells too', { mostAlike: alike(3, 3) }, []],
    [
      'a domain of last week with three ad networks',
      { domainRegistered: YOUNG, pixels: ADS },
      ['young_domain_advertising'],
    ],
    [
      'a domain of last year with three ad networks',
      { domainRegistered: { at: new Date('2025-03-04'), ...place }, pixels: ADS },
      [],
    ],
    [
      'a domain of last week with one ad network and a mail tool',
      {
        domainRegistered: YOUNG,
        pixels: pixels('TikTok', 'Klaviyo', 'Judge.me'),
      },
      [],
    ],
    [
      'a domain of last week that measures its visits with four tools of Google and Microsoft',
      {
        domainRegistered: YOUNG,
        pixels: pixels('Google Analytics', 'Google Tag Manager', 'Google tag', 'Microsoft Clarity'),
      },
      [],
    ],
    [
      'a domain of last week with two ad networks, one of them by two pixels',
      { domainRegistered: YOUNG, pixels: pixels('Google Ads', 'Google & YouTube', 'TikTok') },
      [],
    ],
    [
      'a domain of last week with two ad networks and analytics',
      { domainRegistered: YOUNG, pixels: pixels('TikTok', 'Pinterest', 'Google Analytics') },
      [],
    ],
    [
      'a domain of last week with ads on Microsoft, Reddit and X',
      { domainRegistered: YOUNG, pixels: pixels('Microsoft Advertising', 'Reddit', 'X (Twitter)') },
      ['young_domain_advertising'],
    ],
    ['three ad networks on a domain of unknown age', { pixels: ADS }, []],
    [
      'the contact of a store that closed after a month',
      { closed: [closedAfter(30)] },
      ['same_contact_closed'],
    ],
    ['the contact of a store that closed after a year', { closed: [closedAfter(365)] }, []],
    [
      'the contact of a closed store of unknown age',
      { closed: [{ ...closedAfter(30), launchDay: null }] },
      [],
    ],
  ]
  test.each(cases)('%s', (_, facts, expected) => {
    const flags = findRisks({ ...sound, ...facts })
    expect(flags.map(({ kind }) => kind)).toEqual(expected)
    for (const { evidence } of flags) expect(evidence).not.toEqual([])
  })
})

test('a copied catalogue names the other store and how much of it is the same', () => {
  const [flag] = findRisks({ ...sound, mostAlike: alike(12, 14) })
  expect(flag?.evidence).toEqual([
    {
      detail: null,
      count: 12,
      of: 14,
      store: other,
      sourceUrl: '/products.json',
      path: 'products',
      observedAt: SEEN.toISOString(),
    },
  ])
})

test('advertising on a young domain names each network once', () => {
  const found = findRisks({
    ...sound,
    domainRegistered: YOUNG,
    pixels: [...ADS, ...pixels('Google Ads')],
  })
  expect(found.flatMap(({ evidence }) => evidence.map(({ detail }) => detail))).toEqual([
    '2026-03-04',
    'Meta, TikTok, Google Ads',
  ])
})

// Detection and this rule name vendors independently of each other.
test('each ad network is a vendor that detection knows', async () => {
  const sources = await Promise.all(
    ['pixels', 'web-pixels'].map((name) =>
      readFile(
        new URL(`../../../discovery/extract/facts/apps/${name}.ts`, import.meta.url),
        'utf8',
      ),
    ),
  )
  expect(
    [...NETWORK_OF_PIXEL.keys()].filter((vendor) => !sources.join().includes(`'${vendor}'`)),
  ).toEqual([])
})

test('the database looks for the same placeholders', () => {
  expect(PLACEHOLDER_PATTERN.split('|')).toContain('example product title')
  expect(PLACEHOLDER_PATTERN).not.toContain(String.raw`\b`)
})

test('a placeholder is quoted with the words after it', () => {
  expect(placeholderIn('Welcome! Lorem ipsum dolor sit amet')).toBe('Lorem ipsum dolor sit amet')
  expect(placeholderIn('Welcome!')).toBeNull()
})
