import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getPublicStats } from '#contracts/public.ts'
import { q } from '#web/api/query.ts'
import { dateQueryOf, isTooLong, type DateSelection } from '#web/lib/date-selection.ts'
import { previewOf, type Preview } from '#web/ui/date-picker/use-preview.ts'
import {
  figuresOf,
  mainActionOf,
  NO_PREVIEW,
  selectDates,
  sourceOf,
  type FigureSource,
  type MainAction,
} from './landing-preview.ts'

type Landing = {
  selection: DateSelection
  figures: Preview
  source: FigureSource
  action: MainAction
  select: (selection: DateSelection) => void
  show: () => void
}

/** State of the landing page's preview. It calls the server only when the visitor asks for the figures. */
export function useLandingPreview(): Landing {
  const [preview, setPreview] = useState(NO_PREVIEW)
  const { selection, isShown } = preview
  const source = sourceOf(selection)
  const isAsked = isShown && source.kind === 'counted' && !isTooLong(selection)
  const query = useQuery({ ...q(getPublicStats, { query: dateQueryOf(selection) }), enabled: isAsked })
  const figures = figuresOf(preview, previewOf(isAsked, query))
  return {
    selection,
    figures,
    source,
    action: mainActionOf(preview, figures),
    select: (next) => setPreview(selectDates(next)),
    show: () => setPreview({ selection, isShown: true }),
  }
}
