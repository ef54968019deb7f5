import { type Day, isDay } from '#contracts/dates.ts'
import { fieldsOf, readStored } from '#web/lib/browser/browser-storage.ts'
import { type DateSelection, spanOf } from './date-selection.ts'

/** Session storage: dates picked before signing up, which the dashboard takes over. */
export const PENDING_DATES_KEY = 'pendingDateSelection'

/** `{mode: 'single', selection: ISO date}` or `{mode: 'range', selection: {from, to}}`. */
export function writePendingDates(selection: DateSelection): string | null {
  if (selection.kind === 'none') return null
  if (selection.kind === 'single')
    return JSON.stringify({ mode: 'single', selection: selection.date })
  return JSON.stringify({ mode: 'range', selection: { from: selection.from, to: selection.to } })
}

/** Days after today are refused, as everywhere. */
function readPendingDates(stored: unknown, today: Day): DateSelection | null {
  const { mode, selection } = fieldsOf(stored)
  if (mode === 'single') return selectionOf(selection, selection, today)
  if (mode !== 'range') return null
  const { from, to } = fieldsOf(selection)
  return selectionOf(from, to ?? from, today)
}

/** Removed from the storage, whether or not they are valid. */
export function takePendingDates(
  storage: Pick<Storage, 'getItem' | 'removeItem'>,
  today: Day,
): DateSelection | null {
  const stored = readStored(PENDING_DATES_KEY, storage)
  storage.removeItem(PENDING_DATES_KEY)
  return readPendingDates(stored, today)
}

function selectionOf(first: unknown, last: unknown, today: Day): DateSelection | null {
  const [from, to] = [dayOfIso(first), dayOfIso(last)]
  if (!from || !to || from > today || to > today) return null
  return spanOf(from, to)
}

/** The UTC day of `2026-11-20` and of `2026-11-20T00:00:00.000Z`. */
function dayOfIso(text: unknown): Day | null {
  const day = typeof text === 'string' ? text.slice(0, 10) : ''
  return isDay(day) ? day : null
}
