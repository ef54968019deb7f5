import { useTranslation } from 'react-i18next'
import type { SampleFact, SampleStore } from '#contracts/site/sample.ts'
import { useFormats } from '#web/lib/i18n/format.ts'

/** A fact of a store in words; null = not published. */
export function useFactText({ category }: Pick<SampleStore, 'category'>) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  return ({ key, value }: SampleFact): string | null => {
    if (value === null) return null
    if (key === 'category') return category && t(`category.${category}`)
    if (key === 'country') return formats.country(value)
    return key === 'currency' ? formats.currency(value) : value
  }
}
