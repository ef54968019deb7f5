import { expect, test } from 'vitest'
import { acceptedLanguages, baseLanguage, detectLanguage } from './languages.ts'

const nothing = { param: null, saved: null, preferred: [], pageTag: null }

test('the query parameter wins over everything else', { tags: ['language.order'] }, () => {
  expect(detectLanguage({ param: 'fr', saved: 'de', preferred: ['tr'], pageTag: 'es' })).toBe('fr')
})

test(
  'after the query parameter come the saved choice, the browser and the page, in that order',
  { tags: ['language.order'] },
  () => {
    expect(detectLanguage({ ...nothing, saved: 'de', preferred: ['tr'], pageTag: 'es' })).toBe('de')
    expect(detectLanguage({ ...nothing, preferred: ['tr'], pageTag: 'es' })).toBe('tr')
    expect(detectLanguage({ ...nothing, pageTag: 'es' })).toBe('es')
  },
)

test('hints in unsupported languages are skipped', { tags: ['language.fallback'] }, () => {
  expect(
    detectLanguage({ ...nothing, param: 'xx', saved: 'ja', preferred: ['zh-CN', 'pt-PT'] }),
  ).toBe('pt')
  expect(detectLanguage({ ...nothing, param: 'xx' })).toBe('en')
})

test.each([
  ['pt-BR', 'pt'],
  ['DE_at', 'de'],
  [' es ', 'es'],
  ['english', null],
  ['', null],
  [null, null],
])('%j is read as %j', { tags: ['language.regional'] }, (tag, language) => {
  expect(baseLanguage(tag)).toBe(language)
})

test('an Accept-Language header is sorted by weight and loses its refused languages', () => {
  expect(acceptedLanguages('en;q=0.5, de-AT, fr;q=0.8, *;q=0.1, tr;q=0')).toEqual([
    'de-AT',
    'fr',
    'en',
    '*',
  ])
  expect(acceptedLanguages(undefined)).toEqual([])
  expect(acceptedLanguages(';;q=x,,')).toEqual([])
})
