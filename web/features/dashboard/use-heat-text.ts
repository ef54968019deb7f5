import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/lib/format.ts'
import type { DayCount } from './heat-days.ts'

/** `12 new stores, 3 merchant leads`. */
export function useHeatText(): (count: DayCount) => string {
  const { t } = useTranslation('date-picker')
  const formats = useFormats()
  return ({ stores, leads }) => {
    if (stores === 0) return t('heat.noStores')
    const texts = [t('heat.stores', { count: stores, total: formats.number(stores) })]
    if (leads > 0) texts.push(t('heat.leads', { count: leads, total: formats.number(leads) }))
    return texts.join(', ')
  }
}
