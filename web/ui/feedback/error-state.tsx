import { Copy, RotateCw } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/lib/i18n/error-text.ts'
import { colonOf } from '#web/lib/i18n/language.ts'
import { languageOf } from '#web/lib/i18n/load-texts.ts'
import { notify } from '#web/lib/toast.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

export type HeadingLevel = 'h1' | 'h2'

type ErrorProps = {
  error: unknown
  /** The failed action; by default a general failure. */
  title?: ReactNode
  onRetry?: () => void
  headingLevel?: HeadingLevel
}

/** The error in words, with a next step and the request id for support. */
export function ErrorState({ error, title, onRetry, headingLevel: Heading = 'h2' }: ErrorProps) {
  const { t, i18n } = useTranslation('errors')
  const text = useErrorText(error)
  const statusText = title != null && error instanceof ApiError ? error.statusText : ''
  return (
    <div
      role="alert"
      className="mx-auto grid max-w-xl justify-items-start gap-3 rounded-lg border border-line bg-surface p-6"
    >
      <Heading className="text-xl font-semibold wrap-anywhere">
        {title ?? t('title')}
        {statusText && (
          <span lang="en" className="font-normal text-muted">
            {colonOf(languageOf(i18n))}
            {statusText}
          </span>
        )}
      </Heading>
      <p className="text-muted">{text}</p>
      <div className="mt-1 flex flex-wrap gap-3">
        {onRetry && <RetryButton size="sm" onClick={onRetry} />}
        <Link to={paths.contact()} className="link inline-flex min-h-9 items-center text-sm">
          {t('contactSupport')}
        </Link>
      </div>
      {error instanceof ApiError && error.requestId && <RequestId id={error.requestId} />}
    </div>
  )
}

function RequestId({ id }: { id: string }) {
  const { t } = useTranslation(['errors', 'components'])
  const copy = async () => {
    await navigator.clipboard.writeText(id)
    notify({ kind: 'success', title: t('components:copied') })
  }
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
      {t('errors:requestId')}{' '}
      <code className="rounded-sm bg-sunken px-1.5 font-mono break-all text-ink">{id}</code>
      <button
        type="button"
        onClick={copy}
        className="grid size-8 place-items-center rounded-md hover:bg-sunken"
        aria-label={t('components:copy')}
      >
        <Copy className="size-4" aria-hidden />
      </button>
    </p>
  )
}

/** With other words than `retry` as its children. */
export function RetryButton({ children, ...rest }: ComponentProps<typeof Button>) {
  const { t } = useTranslation('errors')
  return (
    <Button {...rest}>
      <RotateCw className="size-4" aria-hidden />
      {children ?? t('retry')}
    </Button>
  )
}
