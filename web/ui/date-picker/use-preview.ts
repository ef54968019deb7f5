import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getPublicStats, type PublicStats } from '#contracts/public.ts'
import { q } from '#web/api/query.ts'
import {
  dateQueryOf,
  isSameSelection,
  isTooLong,
  NO_DATES,
  type DateSelection,
} from '#web/lib/date-selection.ts'

/** `app` = the figures come as soon as dates are chosen; `landing` = when the button asks for them. */
export type PickerMode = 'app' | 'landing'

/**
 * What is shown of the figures. `empty` = nobody has asked; `tooLong` = no call counts that many days; `hidden` = zeros stand until somebody does; `loading` = asked, and the figures of before, if any, no longer
 * count; `failed` shows zeros, beside which a line says why; `ready` with zeros says that nothing was found.
 */
export type Preview =
  | { state: 'empty' }
  | { state: 'tooLong' }
  | { state: 'hidden' }
  | { state: 'loading'; previous: PublicStats | null }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'ready'; stats: PublicStats }

type Query = {
  data: PublicStats | undefined
  error: unknown
  isPlaceholderData: boolean
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

/** Offline a query waits for the connection; for the visitor that is a failure like any other. */
export function previewOf(isAsked: boolean, query: Query): Preview {
  if (!isAsked) return { state: 'empty' }
  const hasOwn = query.data !== undefined && !query.isPlaceholderData
  if (hasOwn && query.data) return { state: 'ready', stats: query.data }
  if ((query.error && query.fetchStatus !== 'fetching') || query.fetchStatus === 'paused') {
    return { state: 'failed', error: query.error, retry: () => void query.refetch() }
  }
  return { state: 'loading', previous: query.data ?? null }
}

/** The figures of these dates, and how to ask for them where they do not come by themselves. Other dates have to be asked for anew. */
export function usePreview(selection: DateSelection, mode: PickerMode): [Preview, load: () => void] {
  const [asked, setAsked] = useState<DateSelection>(NO_DATES)
  const isRefused = isTooLong(selection)
  const isAsked =
    selection.kind !== 'none' && !isRefused && (mode === 'app' || isSameSelection(asked, selection))
  const query = useQuery({
    ...q(getPublicStats, { query: dateQueryOf(selection) }),
    enabled: isAsked,
    ...(mode === 'app' && { placeholderData: keepPreviousData }),
  })
  const load = () => {
    setAsked(selection)
    if (query.error) void query.refetch()
  }
  return [isRefused ? { state: 'tooLong' } : previewOf(isAsked, query), load]
}
