import { type Language, languageInfo } from '#i18n/languages.ts'

const made = new Map<string, Intl.NumberFormat | null>()

/**
 * Whole units, because a price range is for a quick overview. Null for an invalid currency: shops
 * may publish anything.
 */
function formatOf(language: Language, currency: string): Intl.NumberFormat | null {
  const key = `${language} ${currency}`
  const known = made.get(key)
  if (known !== undefined) return known
  const format = createFormat(languageInfo[language].locale, currency)
  made.set(key, format)
  return format
}

function createFormat(locale: string, currency: string): Intl.NumberFormat | null {
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      maximumFractionDigits: 0,
    })
  } catch {
    return null
  }
}

/**
 * From the lowest to the highest price of a store's products, e.g. 12–89 €; null when the prices
 * are unknown.
 */
export function priceBand(
  store: { price: { min: string; max: string } | null; currency: string | null },
  language: Language,
): string | null {
  const { price, currency } = store
  const format = price && currency ? formatOf(language, currency) : null
  if (!price || !format) return null
  const [least, most] = [Math.round(Number(price.min)), Math.round(Number(price.max))]
  return least >= most ? format.format(least) : format.formatRange(least, most)
}
