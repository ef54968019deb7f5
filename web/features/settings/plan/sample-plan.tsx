import { useTranslation } from 'react-i18next'
import { languageInfo } from '#i18n/languages.ts'
import { useErrorText } from '#web/lib/error-text.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SAMPLE_ID } from './plan-cards.tsx'
import { PlanToSee } from './plan-to-see.tsx'
import { sampleView } from './plan-view.ts'

type Props = { error: unknown; isRetrying: boolean; onRetry: () => void }

/** Shown when the plan failed to load: example cards, labelled as such, with retry as the only action. */
export function SamplePlan({ error, isRetrying, onRetry }: Props) {
  const { t } = useTranslation(['settings', 'errors'])
  const reason = useErrorText(error)
  const view = sampleView(languageInfo[useLanguage()].currency)
  return (
    <>
      <div role="alert">
        <Notice id={SAMPLE_ID} tone="bad" title={t('settings:plan.sample.title')}>
          <p>{reason}</p>
          <p>{t('settings:plan.sample.text')}</p>
          <Button variant="secondary" size="sm" className="mt-2" isBusy={isRetrying} onClick={onRetry}>
            {t('errors:retry')}
          </Button>
        </Notice>
      </div>
      <PlanToSee view={view} />
    </>
  )
}
