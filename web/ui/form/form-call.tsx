import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type errors from '#i18n/locales/en/errors.json'
import { type ApiError, isApiError } from '#web/api/api-error.ts'
import { errorKeyOf } from '#web/lib/i18n/error-text.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

type FailureProps = Words & {
  /** Null until a call fails. */
  error: unknown
  /** Takes the place of the server's message and of the words. */
  text?: string | undefined
}

/** Why a form could not be submitted: announced when it appears. */
export const FormFailure = ({ error, ...words }: FailureProps) => (
  <div aria-live="assertive" className="empty:hidden">
    {error != null && <Failure error={error} {...words} />}
  </div>
)

function Failure({ error, text, ...words }: FailureProps) {
  const { t } = useTranslation('errors')
  const formats = useFormats()
  const textOf = useFailureText()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Forms are longer than a phone screen: after a press on the button at the end, the message at
    // the start would be out of sight.
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const requestId = isApiError(error) && error.status >= 500 ? error.requestId : null
  return (
    <Notice ref={notice} tone="bad">
      <p className="font-medium">{text ?? textOf(error, words)}</p>
      {requestId && (
        <p>
          {t('requestId') + formats.colon}
          <code className="font-mono break-all">{requestId}</code>
        </p>
      )}
    </Notice>
  )
}

export type ErrorKey = keyof typeof errors
type Words = {
  /** When the server sent no message for people. Without it, the text says who failed. */
  fallback?: ErrorKey
  network?: ErrorKey
}

/** Text for a failed call: the server's message, otherwise the catalogue's text for this call. */
export function useFailureText(): (error: unknown, words?: Words) => string {
  const { t } = useTranslation('errors')
  return (error, { fallback, network = 'network' } = {}) => {
    if (isApiError(error, 'network')) return t(network)
    return (isApiError(error) && error.message) || t(fallback ?? errorKeyOf(error))
  }
}

/** Says in a message what failed, and why. */
export function useFailureNotice() {
  const textOf = useFailureText()
  return (subject: string, title: string, error: unknown) =>
    notify({ kind: 'error', subject, title, description: textOf(error) })
}

type Blamed<Fields extends FieldValues> = { field: Path<Fields>; message?: string } | null

/** A refusal appears at the field that `blamed` names; any other failure is the form's. */
export function useFormCall<Fields extends FieldValues>(
  form: Pick<UseFormReturn<Fields>, 'handleSubmit' | 'setError'>,
  send: (fields: Fields) => Promise<unknown>,
  blamed: (error: ApiError) => Blamed<Fields>,
) {
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    setBusy(true)
    try {
      await send(fields)
    } catch (error) {
      const at = isApiError(error) ? blamed(error) : null
      if (!at || !isApiError(error)) setFailure(error)
      else form.setError(at.field, { message: at.message ?? error.message }, { shouldFocus: true })
    }
    setBusy(false)
  })
  return { submit, failure, isBusy }
}
