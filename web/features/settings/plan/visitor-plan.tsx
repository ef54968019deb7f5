import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getPrices } from '#contracts/plans.ts'
import { languageInfo } from '#i18n/languages.ts'
import { q } from '#web/api/query.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { ErrorState, OfflineState } from '#web/ui/states.tsx'
import { PlanLoading } from './plan-loading.tsx'
import { PlanToSee } from './plan-to-see.tsx'
import { viewOfPrices } from './plan-view.ts'

/** For signed-out visitors: the plans, at the prices of their language. */
export function VisitorPlan() {
  const { t } = useTranslation('settings')
  const { data, error, fetchStatus, refetch } = useQuery(q(getPrices, {}))
  const { currency } = languageInfo[useLanguage()]
  const retry = () => void refetch()
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={retry} />
    return fetchStatus === 'paused' ? <OfflineState onRetry={retry} /> : <PlanLoading />
  }
  const view = viewOfPrices(data.prices, currency)
  return (
    <PlanToSee view={view}>
      <p className="font-semibold">{t('plan.none')}</p>
      <p className="mt-1 text-muted">{t('plan.noneText')}</p>
    </PlanToSee>
  )
}
