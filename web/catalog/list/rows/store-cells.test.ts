import { expect, test } from 'vitest'
import { languages } from '#i18n/languages.ts'
import { createFormats } from '#web/lib/i18n/format.ts'
import { priceBand } from '#web/lib/i18n/price-band.ts'

const bandOf = (currency: string, language: (typeof languages)[number], max = '89.40') =>
  priceBand({ price: { min: '12.20', max }, currency } as Parameters<typeof priceBand>[0], language)

/** The currency as displayed beside the figures. */
const signIn = (text: string | null) => (text ?? '').replaceAll(/[\d\s.,–\-~]/g, '')

test.each(languages)('in %s a price band writes each currency like a single price', (language) => {
  for (const currency of ['TRY', 'USD', 'CAD', 'EUR', 'GBP', 'BRL', 'PLN']) {
    const price = signIn(createFormats(language).money('12.20', currency))
    expect([currency, signIn(bandOf(currency, language, '12.20'))]).toEqual([currency, price])
    // A range may repeat the sign beside both figures.
    expect(signIn(bandOf(currency, language)).replaceAll(price, '')).toBe('')
  }
})

test('dollars of different countries stay distinguishable', () => {
  expect([bandOf('USD', 'en'), bandOf('CAD', 'en')]).toEqual(['$12 – $89', 'CA$12–89'])
})
