import { useTranslation } from 'react-i18next'
import type { useTimedRedirect } from '#web/lib/navigation/timed-redirect.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { to: 'login' | 'pricing'; redirect: ReturnType<typeof useTimedRedirect> }

/** Announces the automatic redirect and offers to stop it. */
export function RedirectNotice({ to, redirect }: Props) {
  const { t } = useTranslation('forms')
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
      <p role="status">{t(redirect.isRunning ? `redirect.${to}` : 'redirect.stopped')}</p>
      {redirect.isRunning && (
        <Button variant="quiet" size="sm" onClick={redirect.stop}>
          {t('redirect.stop')}
        </Button>
      )}
    </div>
  )
}
