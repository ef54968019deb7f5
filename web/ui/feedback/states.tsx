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
import { Button, LinkButton } from '#web/ui/button.tsx'
import { rememberWay } from '#web/lib/navigation/way.ts'
import { Card } from '#web/ui/card.tsx'
import { Mark } from '#web/ui/logo.tsx'

export type HeadingLevel = 'h1' | 'h2'
type EmptyProps = {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  icon?: ReactNode
  /** `h1` when it replaces a whole page. */
  headingLevel?: HeadingLevel
}

export function EmptyState({
  title,
  children,
  action,
  icon,
  headingLevel: Heading = 'h2',
}: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-14 text-center">
      {icon}
      <Heading className="text-xl font-semibold">{title}</Heading>
      {children != null && <div className="max-w-md text-muted">{children}</div>}
      {action != null && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

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

type UpgradeProps = { title: string; text: string; action: string; headingLevel?: HeadingLevel }

/** The plan does not include what was asked for, and the plans are one click away. */
export function UpgradeState({ text, action, ...heading }: UpgradeProps) {
  return (
    <EmptyState {...heading} action={<LinkButton to={paths.pricing()}>{action}</LinkButton>}>
      {text}
    </EmptyState>
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

/** Visitors who are signed out can sign in, guests can buy a plan. */
export type AccessKind = 'signIn' | 'upgrade'

type Props = { kind: AccessKind; title: string; text: string; action: string; second: string }

/** Replaces a page for visitors without access: gives the reason and the next steps. */
export function AccessPanel({ kind, title, text, action, second }: Props) {
  const [first, other] =
    kind === 'signIn' ? [paths.login(), paths.pricing()] : [paths.pricing(), paths.home()]
  return (
    <Card className="mx-auto my-8 grid max-w-xl justify-items-start gap-4 p-6 sm:my-16 sm:p-9">
      <Mark className="size-11" />
      <h1 className="text-xl">{title}</h1>
      <p className="text-muted">{text}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <LinkButton to={first} onClick={() => rememberWay()}>
          {action}
        </LinkButton>
        <LinkButton to={other} variant="secondary">
          {second}
        </LinkButton>
      </div>
    </Card>
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
