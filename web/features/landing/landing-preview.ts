import type { Day } from '#contracts/dates.ts'
import { boundsOf, isTooLong, NO_DATES, type DateSelection } from '#web/lib/date-selection.ts'
import type { Preview } from '#web/ui/date-picker/use-preview.ts'
import { sampleStatsOf } from './sample-days.ts'

/** The selected dates, and whether the visitor asked for their figures. */
export type LandingPreview = { selection: DateSelection; isShown: boolean }

export const NO_PREVIEW: LandingPreview = { selection: NO_DATES, isShown: false }

/** Every change of the selection hides the preview. */
export const selectDates = (selection: DateSelection): LandingPreview => ({ selection, isShown: false })

/** Source of the figures for a selection; the first day decides. */
export type FigureSource = { kind: 'none' } | { kind: 'sample'; day: Day } | { kind: 'counted' }

export function sourceOf(selection: DateSelection): FigureSource {
  const first = boundsOf(selection)?.from
  if (!first) return { kind: 'none' }
  return sampleStatsOf(first) ? { kind: 'sample', day: first } : { kind: 'counted' }
}

/** Zeros until shown; then the sample of the first day, or the counts for the dates. */
export function figuresOf({ selection, isShown }: LandingPreview, counted: Preview): Preview {
  if (isTooLong(selection)) return { state: 'tooLong' }
  if (!isShown) return { state: 'hidden' }
  const source = sourceOf(selection)
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

/** The next action of the main button. */
export type MainAction = 'select-first' | 'shorten-first' | 'show' | 'wait' | 'get-started'

export function mainActionOf({ selection, isShown }: LandingPreview, figures: Preview): MainAction {
  if (selection.kind === 'none') return 'select-first'
  if (figures.state === 'tooLong') return 'shorten-first'
  if (!isShown) return 'show'
  return figures.state === 'loading' ? 'wait' : 'get-started'
}
