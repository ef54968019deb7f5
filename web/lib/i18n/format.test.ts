import { expect, test } from 'vitest'
import { createFormats } from './format.ts'

const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test(
  'plans are priced in dollars, lira or euros, by language',
  { tags: ['const.currency'] },
  () => {
    const prices = (['en', 'tr', 'de', 'pt'] as const).map((language) =>
      plain(createFormats(language).planPrice(39)),
    )
    expect(prices).toEqual(['$39', '₺39', '39 €', '€ 39'])
    expect(plain(createFormats('de').planPrice(39.5, 'USD'))).toBe('39,50 $')
  },
)

test('days are formatted in UTC, the same everywhere', { tags: ['check-87'] }, () => {
  expect(createFormats('en').day('2026-11-20')).toBe('Nov 20, 2026')
  expect(createFormats('de').day('2026-01-01')).toBe('01.01.2026')
})

test('money keeps the decimals of its currency and survives an invalid currency', () => {
  const { money } = createFormats('en')
  expect([
    money('19.9', 'EUR'),
    money('1980', 'JPY'),
    money('5', null),
    money('5', 'not a code'),
  ]).toEqual(['€19.90', '¥1,980', '5', '5 not a code'])
})

test('countries and languages have names, and unknown codes stay as they are', () => {
  const { country, language } = createFormats('de')
  expect([country('tr'), country('???'), language('pt-BR')]).toEqual([
    'Türkei',
    '???',
    'Portugiesisch (Brasilien)',
  ])
})

test('the axis of a chart shortens only numbers that are too long for it', () => {
  const { axisNumber } = createFormats('en')
  expect([0, 2, 50_000, 100_000, 1_500_000].map(axisNumber)).toEqual([
    '0',
    '2',
    '50,000',
    '100K',
    '1.5M',
  ])
  expect(plain(createFormats('de').axisNumber(2_000_000))).toBe('2 Mio.')
})

test('shares are formatted as percentages', () => {
  const { percent, wholePercent } = createFormats('en')
  expect([percent(0.9842), wholePercent(0.2543)]).toEqual(['98.4%', '25%'])
})

test('capitals and colons follow the language', () => {
  expect(
    [createFormats('tr'), createFormats('de')].map(({ capitalised }) => capitalised('ingilizce')),
  ).toEqual(['İngilizce', 'Ingilizce'])
  expect([createFormats('fr'), createFormats('en')].map(({ colon }) => colon)).toEqual([
    '\u00a0: ',
    ': ',
  ])
})
