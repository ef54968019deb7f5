import { useTranslation } from 'react-i18next'
import { isApiError } from '#web/api/api-error.ts'
import { useFailureText } from '#web/lib/failure-text.ts'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = { error: unknown; /** Text for an expired request. */ expired: string }

/** Announced when it appears. A proof that is still missing is not an error: the notice says what to do. */
export function RemovalFailure({ error, expired }: Props) {
  const { t } = useTranslation('opt-out')
  const textOf = useFailureText()
  const isUnproven = isApiError(error, 'proof_missing') || isApiError(error, 'proof_unreachable')
  return (
    <div aria-live="assertive" className="empty:hidden">
      {error === null ? null : isUnproven ? (
        <Notice tone="sun" title={textOf(error, { fallback: 'proof_missing' })}>
          <p>{t('check.nothingLost')}</p>
        </Notice>
      ) : (
        <FormFailure
          error={error}
          text={isApiError(error, 'not_found') ? expired : textOf(error, { fallback: 'networkOrServer' })}
        />
      )}
    </div>
  )
}
