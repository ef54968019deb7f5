import type { LogEntry } from './ct-log.ts'
import { parseDataTile } from './data-tile.ts'
import { MAX_TILE_BYTES } from './gunzip.ts'
import type { LogFetch, Trouble } from './log-fetch.ts'
import { parseNamesTile } from './names-tile.ts'
import { TILE_WIDTH, tilePath } from './tile-path.ts'

// A log without names tiles is asked for them again once a day: operators upgrade.
const NO_NAMES_FOR_MS = 24 * 60 * 60 * 1000

export type TileOutcome = { kind: 'entries'; entries: LogEntry[] } | { kind: 'trouble'; trouble: Trouble }

type Form = 'names' | 'data'
/** `missing` = the log has no such file; `unfit` = it has one that cannot be the tile. */
type FormOutcome = TileOutcome | { kind: 'missing'; detail: string } | { kind: 'unfit'; detail: string }
type ReadForm = (form: Form, tileIndex: number, width: number, signal: AbortSignal) => Promise<FormOutcome>

export type TileReader = {
  /** The first `width` entries of a tile, from its names tile where the log serves those, else from its data tile. */
  read: (tileIndex: number, width: number, signal: AbortSignal) => Promise<TileOutcome>
  /** False until it is known which form the log serves: then one tile at a time, to save requests for what is not there. */
  isFormKnown: () => boolean
}

export function createTileReader({ get, now }: { get: LogFetch; now: () => Date }): TileReader {
  const readForm = withFullTileFallback(get)
  let hasNames = false
  let noNamesUntilMs = -Infinity
  const skipsNames = (): boolean => now().getTime() < noNamesUntilMs

  return {
    isFormKnown: () => hasNames || skipsNames(),
    async read(tileIndex, width, signal) {
      const names = skipsNames() ? null : await readForm('names', tileIndex, width, signal)
      if (names?.kind === 'entries') hasNames = true
      if (names?.kind === 'entries' || names?.kind === 'trouble') return names
      // Names that are not there or do not fit are no reason to stop: the data tile is what the log signed.
      const tile = await readForm('data', tileIndex, width, signal)
      if (tile.kind === 'missing' || tile.kind === 'unfit') return gapOf(tile.detail)
      const provesNoNames = tile.kind === 'entries' && names !== null && !hasNames
      if (provesNoNames) noNamesUntilMs = now().getTime() + NO_NAMES_FOR_MS
      return tile
    },
  }
}

/** A log may drop a partial tile once the full one exists, so that is asked for next. */
function withFullTileFallback(get: LogFetch): ReadForm {
  return async (form, tileIndex, width, signal) => {
    const exact = await readTile(get, { form, tileIndex, width }, signal)
    if (exact.kind !== 'missing' || width === TILE_WIDTH) return exact
    const full = await readTile(get, { form, tileIndex, width: TILE_WIDTH }, signal)
    return full.kind === 'entries' ? { kind: 'entries', entries: full.entries.slice(0, width) } : full
  }
}

type TileId = { form: Form; tileIndex: number; width: number }

async function readTile(
  get: LogFetch,
  { form, tileIndex, width }: TileId,
  signal: AbortSignal,
): Promise<FormOutcome> {
  const path = tilePath(form, tileIndex, width)
  const answer = await get(path, MAX_TILE_BYTES, signal)
  if (answer.kind === 'trouble') return answer
  if (answer.kind === 'missing')
    return { kind: 'missing', detail: `${path}: missing (status ${answer.status})` }
  const parse = form === 'names' ? parseNamesTile : parseDataTile
  const tile = parse(answer.body, tileIndex * TILE_WIDTH)
  if (tile.kind === 'malformed') return { kind: 'unfit', detail: `${path}: ${tile.detail}` }
  if (tile.entries.length === width) return tile
  return { kind: 'unfit', detail: `${path}: ${tile.entries.length} entries instead of ${width}` }
}

/** The signed head covers these entries, so the log owes them. */
const gapOf = (detail: string): TileOutcome => ({
  kind: 'trouble',
  trouble: { detail, afterMs: null, isGap: true },
})
