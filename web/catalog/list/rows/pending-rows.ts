import { replaceEqualDeep } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StoreSummary } from '#contracts/catalog/stores.ts'

/**
 * The rows to show for the latest answer. New ones wait until the reader shows them, so that no row
 * moves under the pointer.
 */
export function usePendingRows(listKey: string, answer: StorePage | undefined) {
  const [current, setCurrent] = useState<PendingRows | null>(null)
  const [lastSeen, setLastSeen] = useState<StorePage | undefined>(undefined)
  if (answer && (answer !== lastSeen || current?.listKey !== listKey)) {
    setLastSeen(answer)
    const content = reuseRows(current?.shown.content ?? [], answer.content)
    setCurrent(withPendingRows(current, listKey, { ...answer, content }))
  }
  return {
    /**
     * The rows of this list; those of the previous list while the answer is loading; null before
     * the first answer.
     */
    current,
    showPending() {
      if (answer) setCurrent({ listKey, shown: answer, pendingCount: 0 })
    },
  }
}

export type StorePage = {
  content: readonly StoreSummary[]
  totalElements: number
  totalPages: number
  nextCursor: string | null
}

/** The visible rows of one list, and the number of newer stores that are held back. */
type PendingRows = { listKey: string; shown: StorePage; pendingCount: number }

/**
 * Merges an answer. A list without rows so far shows it as it is. Otherwise rows keep their
 * positions: changed values appear at once, new stores wait until the user shows them.
 */
export function withPendingRows(
  current: PendingRows | null,
  listKey: string,
  answer: StorePage,
): PendingRows {
  const whole = { listKey, shown: answer, pendingCount: 0 }
  if (current?.listKey !== listKey || current.shown.content.length === 0) return whole
  const shown = withoutLeft(current.shown, answer)
  if (isSameOrder(shown.content, answer.content)) return whole
  const known = new Set(shown.content.map(({ id }) => id))
  const unknown = answer.content.filter(({ id }) => !known.has(id)).length
  const grown = answer.totalElements - shown.totalElements
  return { listKey, shown, pendingCount: Math.max(0, Math.min(unknown, grown), grown) }
}

/**
 * The rows shown so far, as they are in the answer. A row that it lacks, though it has a later one,
 * has left the list, as an excluded store does; a row below all of them was only moved to the next
 * page by new ones. What follows in the answer takes the room.
 */
function withoutLeft(shown: StorePage, answer: StorePage): StorePage {
  const byId = new Map(answer.content.map((store) => [store.id, store]))
  const last = shown.content.findLastIndex(({ id }) => byId.has(id))
  const content = shown.content.flatMap(
    (store, at) => byId.get(store.id) ?? (at > last ? store : []),
  )
  const left = shown.content.length - content.length
  if (left === 0) return { ...shown, content }
  const totalElements = shown.totalElements - left
  const end = answer.content.findIndex(({ id }) => id === content.at(-1)?.id)
  const further = end === -1 ? [] : answer.content.slice(end + 1)
  return further.length === 0 || further.length > left
    ? { ...shown, totalElements, content }
    : { ...answer, totalElements, content: [...content, ...further] }
}

const isSameOrder = (before: readonly StoreSummary[], after: readonly StoreSummary[]): boolean =>
  before.length === after.length && before.every(({ id }, at) => id === after[at]?.id)

/**
 * The rows of an answer. A store whose data is unchanged keeps its previous object and therefore
 * does not re-render.
 */
export function reuseRows(
  before: readonly StoreSummary[],
  rows: readonly StoreSummary[],
): readonly StoreSummary[] {
  if (before.length === 0) return rows
  const known = new Map(before.map((store) => [store.id, store]))
  return rows.map((store) => replaceEqualDeep(known.get(store.id), store))
}

const HIGHLIGHT_MS = 8_000

/**
 * The ids of rows that arrived while the user was looking at the list; each is marked for a moment.
 */
export function useFreshRows(
  listKey: string,
  rows: readonly StoreSummary[] | undefined,
): ReadonlySet<number> {
  const [seenRows, setSeenRows] = useState(NO_ROWS_SEEN)
  const [lastSeen, setLastSeen] = useState<readonly StoreSummary[] | undefined>(undefined)
  if (rows && (rows !== lastSeen || seenRows.listKey !== listKey)) {
    setLastSeen(rows)
    setSeenRows(
      withSeenRows(
        seenRows,
        listKey,
        rows.map(({ id }) => id),
      ),
    )
  }
  const { fresh } = seenRows
  useEffect(() => {
    if (fresh.size === 0) return
    const timer = setTimeout(
      () => setSeenRows((current) => ({ ...current, fresh: new Set() })),
      HIGHLIGHT_MS,
    )
    return () => clearTimeout(timer)
  }, [fresh])
  return fresh
}

/** Known and newly arrived rows of one list (one combination of dates, order and page). */
type SeenRows = { listKey: string; known: ReadonlySet<number>; fresh: ReadonlySet<number> }

export const NO_ROWS_SEEN: SeenRows = { listKey: '', known: new Set(), fresh: new Set() }

/**
 * Updates the track after an answer with these rows. In the first answer of a list, no row counts
 * as new.
 */
export function withSeenRows(
  seenRows: SeenRows,
  listKey: string,
  ids: readonly number[],
): SeenRows {
  if (seenRows.listKey !== listKey) return { listKey, known: new Set(ids), fresh: new Set() }
  const fresh = ids.filter((id) => !seenRows.known.has(id))
  if (fresh.length === 0) return seenRows
  return { listKey, known: new Set([...seenRows.known, ...fresh]), fresh: new Set(fresh) }
}
