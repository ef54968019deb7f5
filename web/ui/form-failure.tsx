import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#web/api/api-error.ts'
import { useFormats } from '#web/lib/format.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Why a form could not be sent. Where the fault is ours, with the request's id for support. */
export function FormFailure({ text, error }: { text: string; error: unknown }) {
  const { t } = useTranslation('errors')
  const formats = useFormats()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Forms are longer than a phone: who pressed the button at their end would not see what is said at their start.
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const requestId = isApiError(error) && error.status >= 500 ? error.requestId : null
  return (
    <Notice ref={notice} tone="bad">
      <p className="font-medium">{text}</p>
      {requestId && (
        <p>
          {t('requestId') + formats.colon}
          <code className="font-mono break-all">{requestId}</code>
        </p>
      )}
    </Notice>
  )
}
