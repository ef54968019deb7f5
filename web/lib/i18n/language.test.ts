import { expect, test, vi } from 'vitest'
import type { Language, Namespace } from '#i18n/languages.ts'
import {
  changeLanguage,
  inLanguage,
  languageInSearch,
  savedLanguage,
  searchInLanguage,
} from './language.ts'
import { createI18n, loadTexts } from './load-texts.ts'

// Fresh at every call: the instance mutates its options.
const createEnglish = () =>
  createI18n('en', { en: { common: { skipToContent: 'Hello' }, footer: { a: 'A' } } })
const readTexts = vi.fn<
  (language: Language, namespace: Namespace) => Promise<Record<string, unknown>>
>(async () => ({ skipToContent: 'Hallo' }))

test.each([
  ['', 'de', '?lang=de'],
  ['?page=2', 'fr', '?page=2&lang=fr'],
  ['?lang=de&page=2', 'tr', '?lang=tr&page=2'],
  ['?lang=de&page=2', 'en', '?page=2'],
  ['?lang=de', 'en', ''],
] as const)(
  'the query %j in %s becomes %j',
  { tags: ['language.updates-query', 'language.removes-query-english'] },
  (search, language, expected) => {
    expect(searchInLanguage(search, language)).toBe(expected)
  },
)

test('a page in another language stays the same history entry and keeps its state', () => {
  const state = { token: 'secret' }
  const page = { pathname: '/reset-password', search: '?page=2', hash: '#form', state }
  expect(inLanguage(page, 'de')).toEqual([
    { pathname: '/reset-password', search: '?page=2&lang=de', hash: '#form' },
    { replace: true, state, preventScrollReset: true },
  ])
})

test('the texts on the screen load before the language changes', async () => {
  const i18n = createEnglish()
  readTexts.mockClear()
  expect(await changeLanguage({ i18n, readTexts }, 'de')).toBe(true)
  expect(i18n.language).toBe('de')
  expect(i18n.t('skipToContent')).toBe('Hallo')
  expect(readTexts.mock.calls).toEqual([
    ['de', 'common'],
    ['de', 'footer'],
  ])
})

test('texts of a page that opens while the language changes load in the new language too', async () => {
  const i18n = createEnglish()
  const readWhilePageOpens = async (...wanted: Parameters<typeof readTexts>) => {
    await loadTexts({ i18n, readTexts }, ['contact'])
    return readTexts(...wanted)
  }
  await changeLanguage({ i18n, readTexts: readWhilePageOpens }, 'de')
  expect(i18n.hasResourceBundle('de', 'contact')).toBe(true)
})

test('a page whose texts arrive after the change of language loads them in the new language', async () => {
  const i18n = createEnglish()
  const arrival = Promise.withResolvers<Record<string, unknown>>()
  const page = loadTexts(
    {
      i18n,
      readTexts: async (language) => (language === 'en' ? arrival.promise : { close: 'Weg' }),
    },
    ['components'],
  )
  await changeLanguage({ i18n, readTexts }, 'de')
  arrival.resolve({ close: 'Away' })
  await page
  expect(i18n.t('components:close')).toBe('Weg')
})

test(
  'an unsupported language is ignored with a warning, the active one silently',
  {
    tags: ['language.ignore-unsupported', 'language.ignore-active', 'errors.language-unsupported'],
  },
  async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const i18n = createEnglish()
    expect(await changeLanguage({ i18n, readTexts }, 'en')).toBe(false)
    expect(warn).not.toHaveBeenCalled()
    expect(await changeLanguage({ i18n, readTexts }, 'ja')).toBe(false)
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.any(String), 'ja')
    expect(i18n.language).toBe('en')
  },
)

test.each([
  ['?lang=de&page=2', 'de', 0],
  ['?lang=pt-PT', 'pt', 0],
  ['?lang=xx', null, 1],
  ['?lang=__proto__', null, 1],
  ['?lang=', null, 0],
  ['', null, 0],
])('the address %j asks for the language %j, with %d warnings', (search, language, warnings) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  expect(languageInSearch(search)).toBe(language)
  expect(warn).toHaveBeenCalledTimes(warnings)
})

test('a missing text shows an ellipsis, never its key', () => {
  const i18n = createEnglish()
  expect(i18n.t('errors:network')).toBe('…')
})

test(
  'a second change is ignored while the first is under way',
  { tags: ['language.ignore-in-progress'] },
  async () => {
    const i18n = createEnglish()
    const both = await Promise.all([
      changeLanguage({ i18n, readTexts }, 'de'),
      changeLanguage({ i18n, readTexts }, 'fr'),
    ])
    expect([both, i18n.language]).toEqual([[true, false], 'de'])
  },
)

test('the language stays when the texts fail to load, and the next try is not blocked', async () => {
  const i18n = createEnglish()
  const failing = () => Promise.reject(new Error('offline'))
  await expect(changeLanguage({ i18n, readTexts: failing }, 'de')).rejects.toThrow('offline')
  expect(i18n.language).toBe('en')
  expect(await changeLanguage({ i18n, readTexts }, 'de')).toBe(true)
})

test.each([
  ['a link without a choice lasts for the visit', null, '', 'fr', 'fr', ['fr']],
  ['a link after a choice leaves the choice alone', 'de', 'language=de', 'fr', 'de', []],
  [
    'the next page without the parameter stays in the language of the link',
    null,
    'language=fr',
    null,
    'fr',
    [],
  ],
  ['a second link without a choice replaces the first', null, 'language=fr', 'tr', 'tr', ['tr']],
  ['the next page after a choice is in the chosen language', 'de', 'language=de', null, 'de', []],
  ['nothing is known', null, '', null, null, []],
] as const)('%s', (_, chosen, cookies, asked, saved, kept) => {
  const saveForVisit = vi.fn<(language: Language) => void>()
  const browser = { storage: { getItem: () => chosen }, cookies: () => cookies, saveForVisit }
  expect(savedLanguage(asked, browser)).toBe(saved)
  expect(saveForVisit.mock.calls.flat()).toEqual(kept)
})
