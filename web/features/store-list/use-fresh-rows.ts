import { useEffect, useState } from 'react'
import type { StoreSummary } from '#contracts/stores.ts'
import { NO_ROWS, trackRows } from './track-rows.ts'

const MARKED_MS = 8_000

/** The ids of rows that arrived while the user was looking at the list; each is marked for a moment. */
export function useFreshRows(
  listKey: string,
  rows: readonly StoreSummary[] | undefined,
): ReadonlySet<number> {
  const [track, setTrack] = useState(NO_ROWS)
  const [seen, setSeen] = useState<readonly StoreSummary[] | undefined>(undefined)
  if (rows && (rows !== seen || track.listKey !== listKey)) {
    setSeen(rows)
    setTrack(
      trackRows(
        track,
        listKey,
        rows.map(({ id }) => id),
      ),
    )
  }
  const { fresh } = track
  useEffect(() => {
    if (fresh.size === 0) return
    const timer = setTimeout(() => setTrack((current) => ({ ...current, fresh: new Set() })), MARKED_MS)
    return () => clearTimeout(timer)
  }, [fresh])
  return fresh
}
