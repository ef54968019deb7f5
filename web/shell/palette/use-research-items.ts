import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { listSavedSearches } from '#contracts/workspace/saved-searches.ts'
import { q } from '#web/api/query.ts'
import { readRecentStores } from '#web/lib/browser/recent-stores.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import { type DateWords, readDay, useDateWords } from '#web/lib/dates/date-parser.ts'
import {
  type DateSelection,
  EARLIEST_DAY,
  isTooLong,
  presets,
  presetSelection,
  spanOf,
} from '#web/lib/dates/date-selection.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { savedSearchPath, searchPath } from '#web/lib/navigation/search-path.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import type { PaletteItem } from './palette-items.ts'

export function useResearchItems(text: string): { items: PaletteItem[]; days: DaysReading } {
  const days = readTypedDays(text, useDateWords(useToday()))
  return { items: [...useRecentItems(), ...useDateItems(days), ...useSearchItems()], days }
}

function useRecentItems(): PaletteItem[] {
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.user.id : null
  const stores = useMemo(
    () => (owner === null ? [] : readRecentStores(localStorage, owner)),
    [owner],
  )
  return stores.map(({ slug, name, domain }, at) => ({
    id: `recent:${slug}`,
    group: 'recent',
    label: name,
    hint: domain,
    words: domain,
    ...(at >= RECENT_SHOWN && { shown: 'typed' as const }),
    pictureUrl: null,
    action: { kind: 'go', to: paths.listStore(slug) },
  }))
}

const RECENT_SHOWN = 5

function useDateItems(days: DaysReading): PaletteItem[] {
  const { t } = useTranslation('date-picker')
  const dates = useDateFormats()
  const today = useToday()
  const ofPresets = presets.map((preset): PaletteItem => {
    const selection = presetSelection(preset, today)
    return {
      id: `dates:${preset}`,
      group: 'dates',
      label: t(`presets.${preset}`),
      hint: dates.selection(selection),
      action: { kind: 'go', to: searchPath(selection) },
    }
  })
  if (days?.kind !== 'dates') return ofPresets
  const to = searchPath(days.dates)
  // A preset with the same dates is enough.
  if (ofPresets.some(({ action }) => action.kind === 'go' && action.to === to)) {
    return ofPresets.map((item) =>
      item.action.kind === 'go' && item.action.to === to ? { ...item, shown: 'found' } : item,
    )
  }
  return [
    {
      id: `dates:${to}`,
      group: 'dates',
      label: dates.selection(days.dates),
      shown: 'found',
      action: { kind: 'go', to },
    },
    ...ofPresets,
  ]
}

function useSearchItems(): PaletteItem[] {
  const { t } = useTranslation('today')
  const formats = useFormats()
  const { data } = useQuery(q(listSavedSearches, {}))
  return (data?.searches ?? []).map((search, at) => ({
    id: `search:${search.id}`,
    group: 'searches',
    label: search.name,
    words: t('searches.title'),
    ...(search.newMatches > 0 && {
      hint: t('searches.isNew', formats.counted(search.newMatches)),
    }),
    ...(at >= SEARCHES_SHOWN && { shown: 'typed' as const }),
    action: { kind: 'go', to: savedSearchPath(search) },
  }))
}

const SEARCHES_SHOWN = 5

export type DaysReading =
  | { kind: 'dates'; dates: DateSelection }
  | { kind: 'future'; day: Day }
  | { kind: 'tooLong' }
  | null

const BETWEEN = /\s*(?:–|—|\.\.\.?|…)\s*|\s+-\s+/

/**
 * Reads a date, or two dates joined by a dash, from the typed text; null when it contains neither.
 */
export function readTypedDays(text: string, words: DateWords): DaysReading {
  const ends = text.split(BETWEEN)
  const days = ends.map((end) => readDay(end, words)?.day ?? null)
  const [first, last = first] = days
  if (days.length > 2 || !first || !last || first < EARLIEST_DAY || last < EARLIEST_DAY) return null
  const future = [first, last].find((day) => day > words.today)
  if (future) return { kind: 'future', day: future }
  const dates = spanOf(first, last)
  return isTooLong(dates) ? { kind: 'tooLong' } : { kind: 'dates', dates }
}
