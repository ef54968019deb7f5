import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getPrices } from '#contracts/plans.ts'
import { languageInfo } from '#i18n/languages.ts'
import { q } from '#web/api/query.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { ErrorState, OfflineState } from '#web/ui/states.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PlanLoading } from './plan-loading.tsx'
import { viewOfPrices } from './plan-view.ts'
import { useCycle } from './use-cycle.ts'

const nothing = () => undefined

/** For those who only look: what there is, at the prices of their language. */
export function VisitorPlan() {
  const { t } = useTranslation('settings')
  const { data, error, fetchStatus, refetch } = useQuery(q(getPrices, {}))
  const { currency } = languageInfo[useLanguage()]
  const [cycle, chooseCycle] = useCycle('monthly')
  const retry = () => void refetch()
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={retry} />
    return fetchStatus === 'paused' ? <OfflineState onRetry={retry} /> : <PlanLoading />
  }
  const view = viewOfPrices(data.prices, currency)
  return (
    <>
      <CurrentPlan view={view} cycle={cycle} portal={null} isBusy onSwitch={nothing}>
        <p className="font-semibold">{t('plan.none')}</p>
        <p className="mt-1 text-muted">{t('plan.noneText')}</p>
      </CurrentPlan>
      <PlanCards
        view={view}
        cycle={cycle}
        onCycle={chooseCycle}
        isDisabled
        opening={null}
        onAction={nothing}
      />
    </>
  )
}
