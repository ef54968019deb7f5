import type { TFunction } from 'i18next'
import { TREND_FORMULA } from '#contracts/trend-formula.ts'
import type { TrendComponent } from '#contracts/trending.ts'
import type { Formats } from '#web/lib/format.ts'

/** The counts behind one part of the score, as sentences. */
export function wordsOfPart(
  { name, inputs }: TrendComponent,
  t: TFunction<'product-detail'>,
  formats: Formats,
): string {
  const input = (key: string): number => inputs[key] ?? 0
  const window = formats.number(TREND_FORMULA.windowDays)
  const counted = (key: string) => ({ count: input(key), stores: formats.number(input(key)), window })
  switch (name) {
    case 'spread':
      return t('trend.words.spread', counted('stores'))
    case 'growth':
      return t('trend.words.growth', counted('storesBefore'))
    case 'places':
      return [
        t('trend.words.bestSellers', counted('bestSellerStores')),
        t('trend.words.home', counted('homeStores')),
      ].join(' · ')
    case 'stock':
      return [
        t('trend.words.soldOut', counted('soldOutStores')),
        t('trend.words.restocked', counted('restockedStores')),
      ].join(' · ')
    case 'price':
      return [
        t('trend.words.priceUp', counted('priceUpStores')),
        t('trend.words.priceDown', counted('priceDownStores')),
      ].join(' · ')
    case 'age':
      return input('ageDays') === 0
        ? t('trend.words.ageToday')
        : t('trend.words.age', { count: input('ageDays'), days: formats.number(input('ageDays')) })
    default:
      return name satisfies never
  }
}
