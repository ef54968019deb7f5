import { expect, test } from 'vitest'
import type { Language } from '#i18n/languages.ts'
import { filterLabelsIn } from '#testing/filter-labels.ts'
import type { Facets } from './facet-counts.tsx'
import { namedFilters, rankFilters } from './find-filters.ts'

const app = (value: string, label: string, count: number) => ({ value, label, count })
const facetOf = (key: 'apps' | 'theme', options: ReturnType<typeof app>[]) => ({
  key,
  options,
  unknown: 0,
  any: null,
  none: null,
  more: 0,
})
const facets: Facets = { apps: facetOf('apps', [app('klaviyo-email', 'Klaviyo: Email & SMS', 3)]) }
const found: Facets = { theme: facetOf('theme', [app('bigklav', 'Bigklav', 1)]) }

function findIn(language: Language, text: string, more: { found?: Facets } = {}): string[] {
  const { words } = filterLabelsIn(language)
  const source = { view: 'stores', words } as const
  return rankFilters(text, namedFilters(source), { ...source, facets, ...more }).map(({ id }) => id)
}

test.each([
  ['en', 'klaviyo', 'apps:klaviyo-email'],
  ['en', 'apps', 'apps'],
  ['en', 'germ', 'country:DE'],
  ['en', 'us', 'country:US'],
  ['en', 'ships germ', 'shipsTo:DE'],
  ['en', 'american exp', 'payments:american_express'],
  ['en', 'instagram', 'socials:instagram'],
  ['en', 'food', 'category:food_drink'],
  ['tr', 'turkiye', 'country:TR'],
  ['de', 'währung', 'currency'],
  ['fr', 'theme', 'theme'],
] as const)('in %s, “%s” finds %s first', (language, text, first) => {
  expect(findIn(language, text)[0]).toBe(first)
})

test('of values that match alike, the one that more stores have comes first', () => {
  const counted = {
    country: { ...facetOf('apps', [app('NL', '', 5)]), key: 'country' as const },
  }
  const inCountry = (more?: object) =>
    findIn('fr', 'pays b', more).filter((id) => id.startsWith('country:'))
  expect(inCountry().slice(0, 2)).toEqual(['country:BQ', 'country:NL'])
  expect(inCountry({ found: counted }).slice(0, 2)).toEqual(['country:NL', 'country:BQ'])
})

test('a filter comes before its values, and its name alone does not list them', () => {
  const changes = ['changed7:country_changed', 'changed30:country_changed']
  expect(findIn('en', 'country')).toEqual(['country', 'phoneCountry', ...changes])
  expect(findIn('en', 'category fash')).toEqual(['category:fashion'])
})

test('what the server found within a word comes last, and only while it belongs to the text', () => {
  expect(findIn('en', 'klav', { found })).toEqual(['apps:klaviyo-email', 'theme:bigklav'])
  expect(findIn('en', 'klav')).toEqual(['apps:klaviyo-email'])
})

test('neither the search of texts nor a blank text finds anything', () => {
  expect(findIn('en', 'search')).not.toContain('q')
  expect(findIn('en', '  ')).toEqual([])
})
