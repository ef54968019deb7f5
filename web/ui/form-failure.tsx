import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#web/api/api-error.ts'
import { useFormats } from '#web/lib/format.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Why a form could not be submitted. For server errors it includes the request id for support. */
export function FormFailure({ text, error }: { text: string; error: unknown }) {
  const { t } = useTranslation('errors')
  const formats = useFormats()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Forms are longer than a phone screen: after a press on the button at the end, the message at the start would be out of sight.
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
