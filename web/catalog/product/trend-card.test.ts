import type { TFunction } from 'i18next'
import { describe, expect, test } from 'vitest'
import { TREND_COMPONENTS } from '#contracts/catalog/trending.ts'
import { languages } from '#i18n/languages.ts'
import { textsOf } from '#testing/texts.ts'
import { createFormats } from '#web/lib/i18n/format.ts'
import { wordsOfPart } from './trend-card.tsx'

const INPUTS = {
  stores: 1234,
  storesBefore: 1234,
  bestSellerStores: 1234,
  homeStores: 1,
  soldOutStores: 1234,
  restockedStores: 1,
  priceUpStores: 1234,
  priceDownStores: 1,
  ageDays: 1234,
}

describe.each(languages)('in %s', (language) => {
  const { t } = textsOf(language)
  // Safe: the same texts, looked up by namespace instead of by hook.
  const say = ((key: string, values: Record<string, string | number>) =>
    t(`product-detail:${key}`, values)) as unknown as TFunction<'product-detail'>

  test.each(TREND_COMPONENTS)(
    'the score part %s names its count and leaves no placeholder unfilled',
    (name) => {
      const formats = createFormats(language)
      const words = wordsOfPart(
        { name, weight: 10, value: 0.5, points: 5, inputs: INPUTS },
        say,
        formats,
      )
      expect(words).toContain(formats.number(1234))
      expect(words).not.toMatch(/\{\{|undefined|NaN/)
    },
  )
})
