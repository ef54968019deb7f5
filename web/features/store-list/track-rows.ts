/** Known and newly arrived rows of one list (one combination of dates, order and page). */
export type RowTrack = { listKey: string; known: ReadonlySet<number>; fresh: ReadonlySet<number> }

export const NO_ROWS: RowTrack = { listKey: '', known: new Set(), fresh: new Set() }

/** Updates the track after an answer with these rows. In the first answer of a list, no row counts as new. */
export function trackRows(track: RowTrack, listKey: string, ids: readonly number[]): RowTrack {
  if (track.listKey !== listKey) return { listKey, known: new Set(ids), fresh: new Set() }
  const fresh = ids.filter((id) => !track.known.has(id))
  if (fresh.length === 0) return track
  return { listKey, known: new Set([...track.known, ...fresh]), fresh: new Set(fresh) }
}
