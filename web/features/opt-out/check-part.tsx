import { useTranslation } from 'react-i18next'
import type { OptedOut } from '#contracts/opt-out.ts'
import { isApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { RemovalFailure } from './removal-failure.tsx'
import { useRemoval } from './use-removal.ts'

type Props = {
  domain: string
  method: 'dns' | 'meta'
  onExpired: () => void
  onDone: (outcome: OptedOut) => void
}

/** Checks for the published proof, as often as the owner likes. */
export function CheckPart({ domain, method, onExpired, onDone }: Props) {
  const { t } = useTranslation('opt-out')
  const { error, isBusy, waitSeconds, remove } = useRemoval(onDone)
  const isExpired = isApiError(error, 'not_found')
  return (
    <div className="grid gap-4">
      <RemovalFailure error={error} expired={t('check.expired')} />
      {isExpired ? (
        <Button size="lg" onClick={onExpired}>
          {t('check.again')}
        </Button>
      ) : (
        <Button
          size="lg"
          isBusy={isBusy}
          disabled={waitSeconds > 0}
          onClick={() => void remove({ domain, method })}
        >
          {isBusy
            ? t('check.looking')
            : waitSeconds > 0
              ? t('check.wait', { seconds: waitSeconds })
              : t('check.submit')}
        </Button>
      )}
      <p className="text-sm text-muted">{t('check.final')}</p>
    </div>
  )
}
