import { useTranslation } from 'react-i18next'
import type { OptedOut } from '#contracts/opt-out.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Address } from '#web/ui/address.tsx'
import { Button } from '#web/ui/button.tsx'
import { RemovalFailure } from './removal-failure.tsx'
import { useRemoval } from './use-removal.ts'

type Props = { domain: string; token: string; onOther: () => void; onDone: (outcome: OptedOut) => void }

/** Asks for one click: scanners open the links in mails too, so opening the link removes nothing. */
export function ArrivedPanel({ domain, token, onOther, onDone }: Props) {
  const { t } = useTranslation('opt-out')
  const isHydrated = useHydrated()
  const { error, isBusy, waitSeconds, remove } = useRemoval(onDone)
  const isDead = isApiError(error, 'opt_out_link_invalid')
  return (
    <div className="mt-3 grid gap-5">
      <p>
        {t('arrived.text')} <Address>{domain}</Address>
      </p>
      <RemovalFailure error={error} expired={t('check.expired')} />
      {isDead ? (
        <Button size="lg" onClick={onOther}>
          {t('arrived.other')}
        </Button>
      ) : (
        <Button
          size="lg"
          variant="danger"
          isBusy={isBusy}
          disabled={!isHydrated || waitSeconds > 0}
          onClick={() => void remove({ domain, method: 'mail', token })}
        >
          {waitSeconds > 0 ? t('check.wait', { seconds: waitSeconds }) : t('arrived.submit')}
        </Button>
      )}
      <p className="text-sm text-muted">{t('check.final')}</p>
    </div>
  )
}
