import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Day } from '#contracts/dates.ts'
import { getPublicStats, type PublicStats } from '#contracts/site/public.ts'
import { q, REFRESH_EVERY_MS, refetchEvery } from '#web/api/query.ts'
import {
  dateQueryOf,
  type DateSelection,
  includesDay,
  isSameSelection,
  isTooLong,
  NO_DATES,
} from '#web/lib/dates/date-selection.ts'

/**
 * `app` = the figures load as soon as dates are chosen; `landing` = when the user presses the
 * button.
 */
export type PickerMode = 'app' | 'landing'

/**
 * State of the figures. `empty` = not requested; `tooLong` = more days than the API counts;
 * `hidden` = zeros until the user requests the figures; `loading` = requested; `failed` = zeros with an error message; `ready` = loaded, where zeros mean
 * that we found nothing.
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

/**
 * Figures of past days no longer grow, and the landing page shows those that the visitor asked for.
 */
export const previewInterval = (
  selection: DateSelection,
  mode: PickerMode,
  today: Day,
): number | false => mode === 'app' && includesDay(selection, today) && REFRESH_EVERY_MS

/**
 * The figures of these dates, and a function to load them when they do not load by themselves. New
 * dates require a new request.
 */
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
