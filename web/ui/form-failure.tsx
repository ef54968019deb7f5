import { useTranslation } from 'react-i18next'
import { isApiError } from '#web/api/api-error.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Why a form could not be sent. Where the fault is ours, with the request's id for support. */
export function FormFailure({ text, error }: { text: string; error: unknown }) {
  const { t } = useTranslation('errors')
  const requestId = isApiError(error) && error.status >= 500 ? error.requestId : null
  return (
    <Notice tone="bad">
      <p className="font-medium">{text}</p>
      {requestId && (
        <p>
          {t('requestId')}: <code className="font-mono break-all">{requestId}</code>
        </p>
      )}
    </Notice>
  )
}
