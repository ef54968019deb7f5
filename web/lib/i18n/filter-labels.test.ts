import { expect, test } from 'vitest'
import {
  ANY,
  FILTER_SECTIONS,
  filterKeys,
  type FilterRule,
  NONE,
  storeFilters,
  UNKNOWN,
  writeSpan,
} from '#contracts/catalog/store-filters.ts'
import { languages } from '#i18n/languages.ts'
import { filterLabelsIn } from '#testing/filter-labels.ts'
import { codesOf } from './filter-labels.ts'

const valuesOf = (rule: FilterRule): readonly string[] => {
  if (rule.kind === 'yesNo') return ['yes', 'no']
  if (rule.kind === 'range') return rule.bands.map(writeSpan)
  return rule.kind === 'options'
    ? [...(rule.values ?? []), ...(rule.isMany ? [ANY, NONE] : [])]
    : []
}

test.each(languages)(
  'every filter, section and value has its own text in %s, a filter a sentence too',
  (language) => {
    const { t, words } = filterLabelsIn(language)
    for (const section of FILTER_SECTIONS) expect(t(`sections.${section}`)).not.toContain('.')
    for (const key of filterKeys) {
      expect(words.name(key)).not.toMatch(/filter\.|^$/)
      expect(t(`filter.${key}.help`)).toMatch(/^\p{Lu}[^.]{8,}.*\p{L}[.?]$/u)
      const texts = [...valuesOf(storeFilters[key]), UNKNOWN].map((value) =>
        words.value(key, value),
      )
      for (const text of texts) expect(text).not.toMatch(/filter[.s]|^$/)
      expect(new Set(texts).size, `${key} tells its values apart`).toBe(texts.length)
    }
  },
)

test.each([
  ['country', 'DE', 'Germany'],
  ['shipsTo', 'FR', 'France'],
  ['language', 'de', 'German'],
  ['currency', 'EUR', 'Euro (EUR)'],
  ['tld', 'com', '.com'],
  ['socials', 'tiktok', 'TikTok'],
  ['payments', 'american_express', 'American Express'],
  ['payments', 'something_new', 'something_new'],
  ['payments', 'constructor', 'constructor'],
  ['products', '250..', '250 or more'],
  ['products', '10..49', '10 – 49'],
  ['products', '0..0', 'None'],
  ['price', '20..49', '$20 – $49'],
  ['discount', '1..24', '1% – 24%'],
  ['launched', '2026-11-01..', 'since Nov 1, 2026'],
  ['theme', 'dawn', 'dawn'],
] as const)('%s %s is called “%s”', (key, value, text) => {
  expect(filterLabelsIn('en').words.value(key, value)).toBe(text)
})

test('an app goes by the name from the facet, and an excluded one says so', () => {
  const facet = {
    key: 'apps' as const,
    options: [{ value: 'klaviyo-email', label: 'Klaviyo', count: 3 }],
    unknown: 0,
    any: 3,
    none: 1,
    more: 0,
  }
  const choice = { include: ['klaviyo-email'], exclude: ['loox'], unknown: true }
  expect(filterLabelsIn('en').words.parts('apps', choice, facet)).toEqual([
    'Klaviyo',
    'not loox',
    'Unknown',
  ])
})

test.each([
  ['en', 'App ID 3977633'],
  ['de', 'App-ID 3977633'],
] as const)('a pixel of an app without a known name is shown as an id in %s', (language, text) => {
  const { words } = filterLabelsIn(language)
  expect(words.value('pixels', 'app 3977633', 'App 3977633')).toBe(text)
  expect(words.value('pixels', 'App 3977633')).toBe(text)
  expect(words.value('pixels', 'apple 3', 'Apple 3')).toBe('Apple 3')
  expect(words.value('theme', 'app 12', 'App 12')).toBe('App 12')
})

test('no two codes of countries or languages go by one name', () => {
  const { words } = filterLabelsIn('en')
  for (const key of ['country', 'language'] as const) {
    const names = (codesOf(key)?.() ?? []).map((code) => words.value(key, code))
    expect(names.length).toBeGreaterThan(150)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  }
})
