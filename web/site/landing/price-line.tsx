import { useTranslation } from 'react-i18next'
import type { getPrices } from '#contracts/billing/plans.ts'
import { languageInfo } from '#i18n/languages.ts'
import { useKnownAnswer } from '#web/api/known-answer.ts'
import { priceOf } from '#web/billing/api.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'

/** What checkout charges, in the currency of the language; null while it is unknown. */
export function usePriceOf() {
  const { currency } = languageInfo[useLanguage()]
  const { answer } = useKnownAnswer<typeof getPrices>('getPrices')
  return (plan: 'pro' | 'plus') => answer && priceOf(answer.prices, currency, plan)
}

export function PriceLine() {
  const { t } = useTranslation('hero')
  const { planPrice } = useFormats()
  const pro = usePriceOf()('pro')
  if (!pro) return null
  return (
    <p className="mt-2 text-sm text-muted max-sm:text-xs">
      <strong className="font-semibold text-ink">
        {t('price.monthly', { price: planPrice(pro.monthlyPrice) })}
      </strong>
      {t('price.yearly', { price: planPrice(pro.annualPrice) })}
    </p>
  )
}
