import { onlineManager, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ApiError, isApiError } from '#web/api/api-error.ts'
import { cn } from '#web/lib/cn.ts'
import { useIsLate } from '#web/lib/debounced-value.ts'
import { ErrorState, type HeadingLevel, RetryButton } from '#web/ui/feedback/error-state.tsx'
import { useTranslation } from 'react-i18next'
import { Spinner } from '#web/ui/button.tsx'

/** What `Loaded` reads of a query, also of an infinite one. */
export type Loadable<Data> = { data: Data | undefined } & Pick<
  UseQueryResult,
  'error' | 'isRefetchError' | 'isPlaceholderData' | 'refetch'
>

type Props<Data> = {
  query: Loadable<Data>
  skeleton: ReactNode
  children: (data: Data) => ReactNode
  /** The message for data that hold nothing, otherwise false. */
  empty?: (data: Data) => ReactNode
  /** Heading of a failure: what could not be loaded. */
  title?: ReactNode
  headingLevel?: HeadingLevel
  /** Own answers to refusals, by status: 403 is a plan without access, 404 something missing. */
  refusals?: undefined | Partial<Record<number, (error: ApiError) => ReactNode>>
  /** Replaces the general failure, for a place that has no room for it. */
  failure?: (error: Error, retry: () => void) => ReactNode
  /** Read again while shown: says when that failed, and dims the data of the previous question. */
  isLive?: boolean
}

/** The data of a query, or the state that it is in instead: loading, refused, failed, empty. */
export function Loaded<Data>({ query, skeleton, children, empty, isLive, ...failed }: Props<Data>) {
  const { data, error, isPlaceholderData: isOld } = query
  if (data === undefined)
    return error ? (
      <Failure {...failed} error={error} retry={() => void query.refetch()} />
    ) : (
      skeleton
    )
  const shown = (!isOld && empty?.(data)) || children(data)
  return isLive ? <Live query={query}>{shown}</Live> : shown
}

/** Avoids flicker when the answer is fast. */
const DIM_AFTER_MS = 150

function Live({ query, children }: { query: Loadable<unknown>; children: ReactNode }) {
  const { isPlaceholderData: isOld } = query
  const isDim = useIsLate(isOld, DIM_AFTER_MS)
  return (
    <>
      <StaleNote query={query} />
      <div aria-busy={isOld} className={cn(isDim && 'opacity-55 transition-opacity duration-150')}>
        {children}
      </div>
    </>
  )
}

type FailureProps = Pick<Props<unknown>, 'title' | 'headingLevel' | 'refusals' | 'failure'> & {
  error: Error
  retry: () => void
}

function Failure({ error, retry, refusals, failure, ...heading }: FailureProps) {
  const refusal = isApiError(error) && refusals?.[error.status]
  if (refusal) return refusal(error)
  if (failure) return failure(error, retry)
  return <ErrorState {...heading} error={error} onRetry={retry} />
}

type StaleNoteProps = { query: { isRefetchError: boolean; refetch: () => unknown } }

/** Says that the data shown are outdated. */
export function StaleNote({ query }: StaleNoteProps) {
  const { t } = useTranslation('components')
  if (!query.isRefetchError) return null
  return (
    <p
      role="alert"
      className="mb-3 flex flex-wrap items-center justify-between gap-2 rounded-md bg-bad-wash px-4 py-2 text-sm text-bad"
    >
      {t(onlineManager.isOnline() ? 'stale.failed' : 'stale.offline')}
      <RetryButton variant="quiet" size="sm" onClick={() => void query.refetch()}>
        {t('stale.refresh')}
      </RetryButton>
    </p>
  )
}

/** A grey bar in the final size; set height and width with classes. */
export function Bone({ className }: { className?: string }) {
  return <span className={cn('bone bone-alive block', className)} aria-hidden />
}

type SkeletonProps = {
  className?: string
  /** Classes of plain bones. */
  bones?: readonly string[]
  children?: ReactNode
}

/** Announces once to screen readers that something is loading. */
export function Skeleton({ className, bones = [], children }: SkeletonProps) {
  const { t } = useTranslation('components')
  return (
    <div className={className} aria-busy>
      <output className="sr-only">{t('loading')}</output>
      {bones.map((bone, at) => (
        <Bone key={at} className={bone} />
      ))}
      {children}
    </div>
  )
}

export function Waiting({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex min-h-28 items-center justify-center gap-3 text-muted">
      <Spinner className="size-6" />
      {children}
    </p>
  )
}
