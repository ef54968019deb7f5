import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getPrices } from '#contracts/billing/plans.ts'
import { languageInfo } from '#i18n/languages.ts'
import { SettingsPage } from '#web/accounts/api.ts'
import { q } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { useErrorText } from '#web/lib/i18n/error-text.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Bone, Loaded, Waiting } from '#web/ui/feedback/loaded.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { OwnPlan } from './own-plan.tsx'
import { PlanCards, SAMPLE_ID } from './plan-cards.tsx'
import { type PlanView, sampleView, useCycle, viewOfPrices, viewOfStatus } from './plan-view.ts'
import { usePlan } from './use-plan.ts'

export function PlanPage() {
  return (
    <SettingsPage name="plan">
      {(user) => (user ? <MemberPlan key={user.id} /> : <VisitorPlan />)}
    </SettingsPage>
  )
}

export { PlanPage as Component }

export const loader = pageLoader(['pricing'])

function MemberPlan() {
  const { query, pending, setPending } = usePlan()
  return (
    <Loaded
      query={query}
      skeleton={<PlanLoading />}
      failure={(error, retry) => (
        <SamplePlan error={error} isRetrying={query.isFetching} onRetry={retry} />
      )}
    >
      {(data) => <OwnPlan view={viewOfStatus(data)} pending={pending} onPending={setPending} />}
    </Loaded>
  )
}

/** For signed-out visitors: the plans, at the prices of their language. */
function VisitorPlan() {
  const { t } = useTranslation('settings')
  const { currency } = languageInfo[useLanguage()]
  return (
    <Loaded query={useQuery(q(getPrices, {}))} skeleton={<PlanLoading />}>
      {({ prices }) => (
        <ReadOnlyPlan view={viewOfPrices(prices, currency)}>
          <p className="font-semibold">{t('plan.none')}</p>
          <p className="mt-1 text-muted">{t('plan.noneText')}</p>
        </ReadOnlyPlan>
      )}
    </Loaded>
  )
}

type Props = { error: unknown; isRetrying: boolean; onRetry: () => void }

/** The plan failed to load: example cards, labelled as such, with retry as the only action. */
function SamplePlan({ error, isRetrying, onRetry }: Props) {
  const { t } = useTranslation(['settings', 'errors'])
  const reason = useErrorText(error)
  const view = sampleView(languageInfo[useLanguage()].currency)
  return (
    <>
      <div role="alert">
        <Notice id={SAMPLE_ID} tone="bad" title={t('settings:plan.sample.title')}>
          <p>{reason}</p>
          <p>{t('settings:plan.sample.text')}</p>
          <Button
            variant="secondary"
            size="sm"
            className="mt-2"
            isBusy={isRetrying}
            onClick={onRetry}
          >
            {t('errors:retry')}
          </Button>
        </Notice>
      </div>
      <ReadOnlyPlan view={view} />
    </>
  )
}

const nothing = () => undefined

function ReadOnlyPlan({ view, children }: { view: PlanView; children?: ReactNode }) {
  const [cycle, chooseCycle] = useCycle('monthly')
  return (
    <>
      <CurrentPlan view={view} cycle={cycle} portal={null} isBusy onSwitch={nothing}>
        {children}
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

/** As high as the loaded content. */
function PlanLoading() {
  const { t } = useTranslation('settings')
  return (
    <div className="grid gap-6" aria-busy>
      <Card className="grid h-99 place-items-center sm:h-73">
        <Waiting>{t('plan.loading')}</Waiting>
      </Card>
      <Bone className="h-241 rounded-lg md:h-112" />
      <Bone className="h-41 rounded-lg sm:h-31" />
    </div>
  )
}
