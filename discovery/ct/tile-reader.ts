import type { LogEntry } from './ct-log.ts'
import { parseDataTile } from './data-tile.ts'
import { MAX_TILE_BYTES } from './gunzip.ts'
import type { LogFetch, Trouble } from './log-fetch.ts'
import { parseNamesTile } from './names-tile.ts'
import { TILE_WIDTH, tilePath } from './tile-path.ts'

// A log without names tiles is asked for them again once a day, in case its operator has upgraded.
const NO_NAMES_FOR_MS = 24 * 60 * 60 * 1000

export type TileOutcome = { kind: 'entries'; entries: LogEntry[] } | { kind: 'trouble'; trouble: Trouble }

type Form = 'names' | 'data'
/** `missing` = the log has no such file; `unfit` = the file exists but cannot be the tile. */
type FormOutcome = TileOutcome | { kind: 'missing'; detail: string } | { kind: 'unfit'; detail: string }
type ReadForm = (form: Form, tileIndex: number, width: number, signal: AbortSignal) => Promise<FormOutcome>

export type TileReader = {
  /** The first `width` entries of a tile, from its names tile if the log serves those, else from its data tile. */
  read: (tileIndex: number, width: number, signal: AbortSignal) => Promise<TileOutcome>
  /** False until we know which form the log serves. Until then read one tile at a time, to avoid requests for missing files. */
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
      // Continue if the names tile is missing or does not fit: the data tile is the one that the log signed.
      const tile = await readForm('data', tileIndex, width, signal)
      if (tile.kind === 'missing' || tile.kind === 'unfit') return gapOf(tile.detail)
      const provesNoNames = tile.kind === 'entries' && names !== null && !hasNames
      if (provesNoNames) noNamesUntilMs = now().getTime() + NO_NAMES_FOR_MS
      return tile
    },
  }
}

/** A log may delete a partial tile once the full one exists, so the full one is requested next. */
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

/** The signed head covers these entries, so the log must be able to serve them. */
const gapOf = (detail: string): TileOutcome => ({
  kind: 'trouble',
  trouble: { detail, afterMs: null, isGap: true },
})
