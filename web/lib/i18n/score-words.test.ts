import { expect, test } from 'vitest'
import { pointsOf, tiersOf } from '#contracts/catalog/score.ts'
import { DEFAULT_PROFILE, type Factor, FactorKind } from '#contracts/catalog/score-profile.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { filterLabelsIn } from '#testing/filter-labels.ts'
import { i18nIn } from '#testing/render-screen.tsx'
import { createFormats } from './format.ts'
import { createScoreWords, createSentenceFormats, plainName } from './score-words.ts'

const scoreWordsIn = (language: Language) =>
  createScoreWords({
    t: i18nIn(language).getFixedT(language, 'score'),
    formats: createFormats(language),
    sentence: createSentenceFormats(language),
    labels: filterLabelsIn(language).words,
    nameOf: plainName,
  })

const weight = 10

/** A factor of each kind and form of rule. */
const factors: readonly Factor[] = [
  { kind: 'launchAge', weight, fullDays: 0 },
  { kind: 'launchAge', weight, fullDays: 1 },
  { kind: 'launchAge', weight, fullDays: 7 },
  { kind: 'contact', weight, best: 'named' },
  { kind: 'contact', weight, best: 'business' },
  { kind: 'hasApp', weight, apps: ['judge-me', 'loox'] },
  { kind: 'lacksApp', weight, apps: ['gorgias'] },
  { kind: 'catalogueSize', weight, from: 10, to: 250 },
  { kind: 'catalogueSize', weight, from: 1, to: null },
  { kind: 'price', weight, from: 20, to: 150 },
  { kind: 'price', weight, from: 20, to: null },
  { kind: 'category', weight, all: ['beauty', 'food_drink'], half: ['fashion'] },
  { kind: 'category', weight, all: ['beauty'], half: [] },
  { kind: 'newProducts', weight, window: 30 },
  { kind: 'theme', weight, themes: ['dawn', 'horizon'] },
  { kind: 'country', weight, all: ['DE', 'AT'], half: ['CH'] },
  { kind: 'country', weight, all: ['DE'], half: [] },
  { kind: 'alive', weight },
  { kind: 'risk', weight },
]

const settingsOf = (factor: Factor): string[] =>
  Object.keys(factor).filter((key) => key !== 'kind' && key !== 'weight')

test.each(languages)('every rule is one sentence with its settings in %s', (language) => {
  const words = scoreWordsIn(language)
  for (const factor of factors) {
    const text = words.ruleText(factor)
    expect(text).toMatch(/^[\p{Lu}\p{N}\p{Sc}].+[\p{L}\p{N}]\.$/u)
    expect(text).not.toMatch(/[.!?] \p{Lu}|[{}…\uE000-\uF8FF]|\s{2}| ,/u)
    const settings = words.rule(factor).filter(({ setting }) => setting !== null)
    expect([factor.kind, settings.length > 0]).toEqual([factor.kind, settingsOf(factor).length > 0])
    for (const { text: part } of settings) expect(part.trim()).not.toBe('')
  }
  expect(new Set(factors.map(words.ruleText)).size).toBe(factors.length)
})

test.each(languages)('every kind of factor has a name and a sentence of help in %s', (language) => {
  const words = scoreWordsIn(language)
  const names = FactorKind.options.map(words.name)
  expect(new Set(names).size).toBe(names.length)
  for (const kind of FactorKind.options) {
    expect(words.name(kind)).toMatch(/^\p{Lu}[^.…]+$/u)
    expect(words.help(kind)).toMatch(/^\p{Lu}[^{}…]+\.$/u)
  }
})

test('the sentence words the settings as a reader would', () => {
  const words = scoreWordsIn('en')
  const texts = (factor: Factor) =>
    words.rule(factor).map(({ text, setting }) => (setting ? `[${text}]` : text))
  const sentence = (factor: Factor) => texts(factor).join('')
  expect(DEFAULT_PROFILE.factors.map(sentence)).toEqual([
    'All [until day 7], a tenth less for each day after, none from day 17 on.',
    'All for [a personal mailbox], ¾ business, ½ elsewhere, ¼ form or phone, else none.',
    'All from [10] to [250 products], half from 5 to 500, else none.',
    'All from [$20] to [$150], half from $10 to $300, else none.',
    'A sixth for each product added in the last [7 days], at most all.',
    'All when the store answered at our last visit, else none.',
    'All without a warning sign, half with one, none with two or more.',
  ])
  expect(sentence({ kind: 'hasApp', weight: 1, apps: ['loox', 'judge-me'] })).toBe(
    'All when [Loox or Judge Me] is installed, else none.',
  )
  expect(sentence({ kind: 'category', weight: 1, all: ['beauty'], half: ['fashion'] })).toBe(
    'All for [beauty], half for [fashion], else none.',
  )
})

test('the days and figures of a sentence are those at which the points change', () => {
  const words = scoreWordsIn('en')
  const points = (factor: Factor, value: number) => pointsOf(tiersOf(factor), value)
  for (const fullDays of [0, 3, 30]) {
    const factor: Factor = { kind: 'launchAge', weight: 100, fullDays }
    const none = Number(/from day (\d+)/.exec(words.ruleText(factor))?.[1])
    expect([none, none - 1, fullDays].map((day) => points(factor, day))).toEqual([0, 10, 100])
  }
  const range: Factor = { kind: 'price', weight: 100, from: 15, to: 40 }
  const figures = [...words.ruleText(range).matchAll(/\$(\d+)/g)].map(([, text]) => Number(text))
  const around = figures.flatMap((figure) => [figure - 1, figure, figure + 1])
  expect(around.map((value) => points(range, value))).toEqual([
    50, 100, 100, 100, 100, 50, 0, 50, 50, 50, 50, 0,
  ])
})

test.each(languages)('every value is said in words in %s', (language) => {
  const words = scoreWordsIn(language)
  const values = [
    ['launchAge', 0],
    ['launchAge', 1],
    ['launchAge', 12],
    ['contact', 'formOrPhone'],
    ['hasApp', []],
    ['hasApp', ['loox', 'klaviyo']],
    ['lacksApp', ['gorgias']],
    ['catalogueSize', 1],
    ['catalogueSize', 1_200],
    ['price', 34],
    ['category', 'beauty'],
    ['newProducts', 0],
    ['theme', 'dawn'],
    ['country', 'DE'],
    ['alive', 'no'],
    ['risk', []],
    ['risk', ['no_policies']],
  ] as const
  const texts = values.map(([kind, value]) =>
    words.value({ kind, value: typeof value === 'object' ? [...value] : value }),
  )
  for (const text of texts) expect(text).toMatch(/^[^{}…\uE000-\uF8FF]+$/u)
  expect(new Set(texts).size).toBe(texts.length)
  const unknown = FactorKind.options.map((kind) => words.value({ kind, value: null }))
  expect(new Set(unknown).size).toBe(1)
})
