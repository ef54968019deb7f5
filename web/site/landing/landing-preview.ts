import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Day } from '#contracts/dates.ts'
import { getPublicStats, type PublicStats } from '#contracts/site/public.ts'
import { q } from '#web/api/query.ts'
import {
  boundsOf,
  dateQueryOf,
  type DateSelection,
  isTooLong,
  NO_DATES,
} from '#web/lib/dates/date-selection.ts'
import { type Preview, previewOf } from '#web/ui/date-picker/preview.tsx'

/**
 * State of the landing page's preview. It calls the server only when the visitor asks for the
 * figures.
 */
export function useLandingPreview() {
  const [preview, setPreview] = useState(NO_PREVIEW)
  const { selection, isShown } = preview
  const source = sourceOf(selection)
  const isAsked = isShown && source.kind === 'counted' && !isTooLong(selection)
  const query = useQuery({
    ...q(getPublicStats, { query: dateQueryOf(selection) }),
    enabled: isAsked,
  })
  const figures = figuresOf(preview, previewOf(isAsked, query))
  return {
    selection,
    figures,
    source,
    action: mainActionOf(preview, figures),
    select: (next: DateSelection) => setPreview(selectDates(next)),
    show: () => setPreview({ selection, isShown: true }),
  }
}

/** The selected dates, and whether the visitor asked for their figures. */
type LandingPreview = { selection: DateSelection; isShown: boolean }

export const NO_PREVIEW: LandingPreview = { selection: NO_DATES, isShown: false }

/** Every change of the selection hides the preview. */
export const selectDates = (selection: DateSelection): LandingPreview => ({
  selection,
  isShown: false,
})

/** Source of the figures for a selection; the first day decides. */
type FigureSource = { kind: 'none' } | { kind: 'sample'; day: Day } | { kind: 'counted' }

export function sourceOf(selection: DateSelection): FigureSource {
  const first = boundsOf(selection)?.from
  if (!first) return { kind: 'none' }
  return sampleStatsOf(first) ? { kind: 'sample', day: first } : { kind: 'counted' }
}

/**
 * Zeros until shown; then the sample of the first day, or the counts for the dates. Only the counts
 * have a longest range.
 */
export function figuresOf({ selection, isShown }: LandingPreview, counted: Preview): Preview {
  const source = sourceOf(selection)
  if (source.kind === 'counted' && isTooLong(selection)) return { state: 'tooLong' }
  if (!isShown) return { state: 'hidden' }
  switch (source.kind) {
    case 'none':
      return { state: 'hidden' }
    case 'sample': {
      const stats = sampleStatsOf(source.day)
      return stats ? { state: 'ready', stats } : { state: 'hidden' }
    }
    case 'counted':
      return counted
    default:
      return source satisfies never
  }
}

type MainAction = 'select-first' | 'shorten-first' | 'show' | 'wait' | 'get-started'

export function mainActionOf({ selection, isShown }: LandingPreview, figures: Preview): MainAction {
  if (selection.kind === 'none') return 'select-first'
  if (figures.state === 'tooLong') return 'shorten-first'
  if (!isShown) return 'show'
  return figures.state === 'loading' ? 'wait' : 'get-started'
}

/** The page shows `views` as merchant leads. */
type SampleDay = { stores: number; trending: number; views: number }

/** Invented and labelled as such: section 3 of the specification, landing sample statistics. */
export const sampleDays: Readonly<Record<Day, SampleDay>> = {
  '2025-06-01': { stores: 1984, trending: 312, views: 1207 },
  '2025-06-02': { stores: 2316, trending: 348, views: 1421 },
  '2025-06-03': { stores: 2408, trending: 355, views: 1466 },
  '2025-06-04': { stores: 2377, trending: 361, views: 1450 },
  '2025-06-05': { stores: 2451, trending: 374, views: 1498 },
  '2025-06-06': { stores: 2289, trending: 369, views: 1387 },
  '2025-06-07': { stores: 1902, trending: 341, views: 1146 },
  '2025-06-08': { stores: 1873, trending: 330, views: 1118 },
  '2025-06-09': { stores: 2344, trending: 352, views: 1433 },
  '2025-06-10': { stores: 2490, trending: 377, views: 1529 },
  '2025-06-11': { stores: 2463, trending: 383, views: 1507 },
  '2025-06-12': { stores: 2535, trending: 391, views: 1562 },
  '2025-06-13': { stores: 2358, trending: 380, views: 1436 },
  '2025-06-14': { stores: 1957, trending: 346, views: 1189 },
}

export const firstSampleDay: Day = '2025-06-01'
export const lastSampleDay: Day = '2025-06-14'

/** The sample in the shape that the counters take; null for a day without one. */
export function sampleStatsOf(day: Day): PublicStats | null {
  const sample = sampleDays[day]
  if (!sample) return null
  return {
    totalStores: sample.stores,
    totalProducts: sample.trending,
    storesWithEmail: sample.views,
  }
}
