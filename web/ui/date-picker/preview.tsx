import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Day, MAX_RANGE_DAYS } from '#contracts/dates.ts'
import type { SearchView } from '#contracts/workspace/saved-searches.ts'
import { isApiError } from '#web/api/api-error.ts'
import { cn } from '#web/lib/cn.ts'
import {
  dateQueryOf,
  type DateSelection,
  type DatesProps,
  includesDay,
  isSameSelection,
  isTooLong,
  NO_DATES,
  shortened,
} from '#web/lib/dates/date-selection.ts'
import { useErrorText } from '#web/lib/i18n/error-text.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { useQuery } from '@tanstack/react-query'
import { getPublicStats, type PublicStats } from '#contracts/site/public.ts'
import { q, refetchEvery, REFRESH_EVERY_MS } from '#web/api/query.ts'
import { RetryButton } from '#web/ui/feedback/error-state.tsx'

const counters = ['totalStores', 'totalProducts', 'storesWithEmail'] as const

const views: Record<(typeof counters)[number], SearchView> = {
  totalStores: 'stores',
  totalProducts: 'products',
  storesWithEmail: 'leads',
}

type Props = {
  preview: Preview
  /** Address of the matching list; null when there is no list to open. */
  pathTo: ((view: SearchView) => string) | null
  isCompact?: boolean
}

/** A change of the dates clears the figures at once; bones stand for the next ones. */
export function Counters({ preview, pathTo, isCompact = false }: Props) {
  const { t } = useTranslation('date-picker')
  const formats = useFormats()
  const stats = preview.state === 'ready' ? preview.stats : null
  const summary = stats
    ? counters
        .map((name) => `${t(`counters.${name}`)}${formats.colon}${formats.number(stats[name])}`)
        .join(', ')
    : ''
  return (
    <div aria-busy={preview.state === 'loading'}>
      <dl className={isCompact ? 'mt-1 border-t border-line pt-1' : 'px-5 sm:px-6'}>
        {counters.map((name) => (
          <Counter
            key={name}
            name={name}
            preview={preview}
            isCompact={isCompact}
            to={stats && stats[name] > 0 && pathTo ? pathTo(views[name]) : null}
          />
        ))}
      </dl>
      {stats?.totalStores === 0 && (
        <p className={isCompact ? 'text-xs text-muted' : 'px-5 pb-4 text-sm text-muted sm:px-6'}>
          {t('counters.nothing')}
        </p>
      )}
      <p className="sr-only" role="status">
        {summary}
      </p>
    </div>
  )
}

type CounterProps = {
  name: (typeof counters)[number]
  preview: Preview
  to: string | null
  isCompact: boolean
}

function Counter({ name, preview, to, isCompact }: CounterProps) {
  const { t } = useTranslation('date-picker')
  const id = useId()
  const figure = <Figure name={name} preview={preview} isCompact={isCompact} />
  return (
    <div
      className={cn(
        'group relative -mx-2 flex justify-between gap-4 px-2',
        isCompact
          ? 'h-6 items-center text-xs pointer-coarse:h-11'
          : 'items-baseline border-b border-line py-2.5 last:border-0',
        to !== null && 'hover:bg-canvas',
      )}
    >
      <dt id={`${id}-name`} className="text-muted">
        {t(`counters.${name}`)}
      </dt>
      <dd
        id={`${id}-figure`}
        className={cn('font-semibold', !isCompact && 'text-xl tracking-[-0.03em]')}
      >
        {to === null ? (
          figure
        ) : (
          <Link
            to={to}
            aria-labelledby={`${id}-name ${id}-figure`}
            className="underline decoration-rule decoration-2 underline-offset-[0.18em] group-hover:decoration-ink after:absolute after:inset-0"
          >
            {figure}
          </Link>
        )}
      </dd>
    </div>
  )
}

function Figure({ name, preview, isCompact }: Omit<CounterProps, 'to'>) {
  const { t } = useTranslation('date-picker')
  const formats = useFormats()
  switch (preview.state) {
    case 'empty':
    case 'tooLong':
      return (
        <>
          <span className={isCompact ? 'text-faint' : 'text-rule'} aria-hidden>
            –
          </span>
          <span className="sr-only">
            {t(preview.state === 'empty' ? 'counters.unknown' : 'counters.notCounted')}
          </span>
        </>
      )
    case 'loading':
      return <Bone className={isCompact ? 'h-4 w-12' : 'my-1 h-8 w-20'} />
    case 'hidden':
      return <span className="text-faint">{formats.number(0)}</span>
    case 'failed':
      return formats.number(0)
    case 'ready':
      return formats.number(preview.stats[name])
    default:
      return preview satisfies never
  }
}

/** A refusal comes with its reason and without retry, which would not help. */
export function PreviewFailure({ preview }: { preview: Extract<Preview, { state: 'failed' }> }) {
  const { t } = useTranslation('date-picker')
  const refusal = useErrorText(preview.error)
  const isRefused =
    isApiError(preview.error) && preview.error.status >= 400 && preview.error.status < 500
  return (
    <p role="alert" className="flex flex-wrap items-center justify-between gap-2 text-sm text-bad">
      {isRefused ? refusal : t('stats.failed')}
      {!isRefused && (
        <RetryButton variant="quiet" size="sm" onClick={preview.retry}>
          {t('stats.retry')}
        </RetryButton>
      )}
    </p>
  )
}

type LongRangeNoteProps = Omit<DatesProps, 'today'> & { id?: string }

export function LongRangeNote({ id, selection, onChange }: LongRangeNoteProps) {
  const { t } = useTranslation('date-picker')
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p id={id} role="alert" className="text-bad">
        {t('tooLong.text', { most: MAX_RANGE_DAYS })}
      </p>
      <Button variant="secondary" size="sm" onClick={() => onChange(shortened(selection))}>
        {t('tooLong.shorten', { most: MAX_RANGE_DAYS })}
      </Button>
    </div>
  )
}

/** The half sun of the logo on the line under a heading. Decorative. */
export function RisingSun() {
  return (
    <svg viewBox="0 0 120 60" className="absolute -end-3 bottom-0 h-15" fill="none" aria-hidden>
      <path d="M36 60a24 24 0 0 1 48 0z" className="fill-sun" />
      <path
        d="M22 60a38 38 0 0 1 76 0M6 60a54 54 0 0 1 108 0"
        className="stroke-sun"
        strokeDasharray="1 5"
        strokeLinecap="round"
        strokeWidth="1.5"
        opacity="0.6"
      />
    </svg>
  )
}

/**
 * `app` = the figures load as soon as dates are chosen; `landing` = when the user presses the
 * button.
 */
export type PickerMode = 'app' | 'landing'

/**
 * `tooLong` = more days than the API counts; `hidden` = zeros until the user asks; `failed` = zeros
 * and a message; `ready` = zeros mean that we found nothing.
 */
export type Preview =
  | { state: 'empty' }
  | { state: 'tooLong' }
  | { state: 'hidden' }
  | { state: 'loading' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'ready'; stats: PublicStats }

type Query = {
  data: PublicStats | undefined
  error: unknown
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

export function previewOf(isAsked: boolean, query: Query): Preview {
  if (!isAsked) return { state: 'empty' }
  if (query.data) return { state: 'ready', stats: query.data }
  if (query.error && query.fetchStatus !== 'fetching') {
    return { state: 'failed', error: query.error, retry: () => void query.refetch() }
  }
  return { state: 'loading' }
}

/** Past days no longer grow, and the landing page shows what the visitor asked for. */
export const previewInterval = (
  selection: DateSelection,
  mode: PickerMode,
  today: Day,
): number | false => mode === 'app' && includesDay(selection, today) && REFRESH_EVERY_MS

/** `load`: for figures that do not load by themselves. New dates need a new request. */
export function usePreview(
  selection: DateSelection,
  mode: PickerMode,
  today: Day,
): [Preview, load: () => void] {
  const [requested, setRequested] = useState<DateSelection>(NO_DATES)
  const isRefused = isTooLong(selection)
  const isAsked =
    selection.kind !== 'none' &&
    !isRefused &&
    (mode === 'app' || isSameSelection(requested, selection))
  const query = useQuery({
    ...q(getPublicStats, { query: dateQueryOf(selection) }),
    enabled: isAsked,
    refetchInterval: refetchEvery(previewInterval(selection, mode, today)),
  })
  const load = () => {
    setRequested(selection)
    if (query.error) void query.refetch()
  }
  return [isRefused ? { state: 'tooLong' } : previewOf(isAsked, query), load]
}
