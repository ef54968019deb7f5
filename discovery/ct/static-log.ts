import { DAY_MS } from '#contracts/dates.ts'
import { createTileProver } from './consistency-proofs.ts'
import type { CtLog, LogEntry, LogHead } from './ct-log.ts'
import {
  type LogSource,
  type SourceOptions,
  type SourceStep,
  sourceStep,
  sourceTrouble,
} from './log-source.ts'
import type { LogFetch, Trouble, TroubleAnswer } from './log-fetch.ts'
import { headEveryMs } from './throttle.ts'
import { MAX_TILE_BYTES, parseDataTile, parseNamesTile, TILE_WIDTH, tilePath } from './tiles.ts'
import { createHeadReader } from './tree-head-reader.ts'
import { type HeadOutcome, MAX_CHECKPOINT_BYTES, parseCheckpoint } from './tree-heads.ts'

const TILES_AT_ONCE = 4
/** When far behind: 2,048 entries. */
const MAX_TILES_PER_STEP = 8

type StaticSourceOptions = SourceOptions & { partialAfterMs: number }

/**
 * Reads a static log: the verified checkpoint, then full tiles, then, when the log is quiet, the
 * partial last tile.
 */
export function createStaticSource(options: StaticSourceOptions): LogSource {
  const { get, now, log, partialAfterMs, throttle } = options
  const tiles = createTileReader({ get, now })
  const readHead = createHeadReader({
    now,
    everyMs: () => headEveryMs(options.checkpointEveryMs, throttle),
    memory: options.memory,
    request: (signal) => get('checkpoint', MAX_CHECKPOINT_BYTES, signal),
    parse: (body) => parseCheckpointBytes(body, log),
    prove: createTileProver(get),
  })
  const quiet = createQuietTimer(now)

  return {
    readHead,
    async step(fromIndex, signal) {
      const answer = await readHead(fromIndex, signal)
      if (answer.kind === 'trouble') return sourceTrouble(answer.trouble)
      if (answer.kind === 'broken') return sourceStep(answer)
      const { head, proven, nextInMs } = answer
      const heads = { head, proven }
      const firstTile = Math.floor(fromIndex / TILE_WIDTH)
      const fullTiles = Math.floor(head.size / TILE_WIDTH)
      quiet.see(fullTiles)
      if (firstTile < fullTiles) {
        const atOnce = tiles.isFormKnown() && throttle.gapMs() === 0 ? MAX_TILES_PER_STEP : 1
        const count = Math.min(fullTiles - firstTile, atOnce)
        return toStep(await readTilesAhead(tiles, { firstTile, count }, signal), fromIndex, heads)
      }
      if (head.size <= fromIndex) return sourceStep({ kind: 'wait', ...heads, afterMs: nextInMs })
      const restMs = partialAfterMs - quiet.forMs()
      // Read the partial tile only after the log has been quiet: full tiles never change and edges
      // cache them, but a partial tile is soon outdated and its entries must be fetched again with
      // the full one.
      if (restMs > 0)
        return sourceStep({ kind: 'wait', ...heads, afterMs: Math.min(nextInMs, restMs) })
      const partial = await tiles.read(firstTile, head.size % TILE_WIDTH, signal)
      if (partial.kind === 'entries') quiet.restart()
      return toStep([partial], fromIndex, heads)
    },
  }
}

function parseCheckpointBytes(body: Uint8Array, log: CtLog): HeadOutcome {
  try {
    return parseCheckpoint(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body),
      log,
    )
  } catch {
    return { kind: 'malformed', detail: 'the checkpoint is not UTF-8' }
  }
}

/** How long ago the last full tile arrived or the last partial tile was read. */
function createQuietTimer(now: () => Date) {
  let seenTiles = -1
  let sinceMs = 0
  const restart = (): void => {
    sinceMs = now().getTime()
  }
  return {
    restart,
    forMs: () => now().getTime() - sinceMs,
    see(fullTiles: number) {
      if (fullTiles !== seenTiles) restart()
      seenTiles = fullTiles
    },
  }
}

/**
 * Full tiles, a few in parallel, in order. Stops at the first that fails and does not request the
 * ones after it.
 */
async function readTilesAhead(
  tiles: TileReader,
  { firstTile, count }: { firstTile: number; count: number },
  signal: AbortSignal,
): Promise<TileOutcome[]> {
  const outcomes: TileOutcome[] = []
  let next = 0
  let hasFailed = false
  const work = async (): Promise<void> => {
    while (next < count && !hasFailed) {
      const at = next++
      const outcome = await tiles.read(firstTile + at, TILE_WIDTH, signal)
      outcomes[at] = outcome
      if (outcome.kind === 'trouble') hasFailed = true
    }
  }
  await Promise.all(Array.from({ length: Math.min(count, TILES_AT_ONCE) }, work))
  return outcomes
}

function toStep(
  outcomes: TileOutcome[],
  fromIndex: number,
  heads: { head: LogHead; proven: LogHead },
): SourceStep {
  const entries: LogEntry[] = []
  let trouble: Trouble | null = null
  for (const outcome of outcomes) {
    if (outcome.kind === 'trouble') {
      trouble = outcome.trouble
      break
    }
    for (const entry of outcome.entries) if (entry.index >= fromIndex) entries.push(entry)
  }
  const last = entries.at(-1)
  if (!last)
    return sourceTrouble(trouble ?? { detail: 'the tile holds nothing new', afterMs: null })
  return sourceStep({ kind: 'entries', entries, nextIndex: last.index + 1, ...heads }, trouble)
}

// A log without names tiles is asked for them again once a day, in case its operator has upgraded.
const NO_NAMES_FOR_MS = DAY_MS

type TileOutcome = { kind: 'entries'; entries: LogEntry[] } | TroubleAnswer

/** `missing` = the log has no such file; `mismatch` = the file exists but cannot be the tile. */
type FormOutcome =
  | TileOutcome
  | { kind: 'missing'; detail: string }
  | { kind: 'mismatch'; detail: string }

type TileReader = ReturnType<typeof createTileReader>

function createTileReader({ get, now }: { get: LogFetch; now: () => Date }) {
  let hasNames = false
  let noNamesUntilMs = -Infinity
  const skipsNames = (): boolean => now().getTime() < noNamesUntilMs

  return {
    /**
     * False until we know which form the log serves. Until then read one tile at a time, to avoid
     * requests for missing files.
     */
    isFormKnown: () => hasNames || skipsNames(),
    /**
     * The first `width` entries of a tile, from its names tile if the log serves those, else from
     * its data tile.
     */
    async read(tileIndex: number, width: number, signal: AbortSignal): Promise<TileOutcome> {
      const names = skipsNames()
        ? null
        : await readForm(get, { form: 'names', tileIndex, width }, signal)
      if (names?.kind === 'entries') hasNames = true
      if (names?.kind === 'entries' || names?.kind === 'trouble') return names
      // Continue if the names tile is missing or does not fit: the data tile is the one that the
      // log signed.
      const tile = await readForm(get, { form: 'data', tileIndex, width }, signal)
      if (tile.kind === 'missing' || tile.kind === 'mismatch') return gapOf(tile.detail)
      const provesNoNames = tile.kind === 'entries' && names !== null && !hasNames
      if (provesNoNames) noNamesUntilMs = now().getTime() + NO_NAMES_FOR_MS
      return tile
    },
  }
}

type TileId = { form: 'names' | 'data'; tileIndex: number; width: number }

/** A log may delete a partial tile once the full one exists, so the full one is requested next. */
async function readForm(get: LogFetch, tile: TileId, signal: AbortSignal): Promise<FormOutcome> {
  const exact = await readTile(get, tile, signal)
  if (exact.kind !== 'missing' || tile.width === TILE_WIDTH) return exact
  const full = await readTile(get, { ...tile, width: TILE_WIDTH }, signal)
  return full.kind === 'entries'
    ? { kind: 'entries', entries: full.entries.slice(0, tile.width) }
    : full
}

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
  if (tile.kind === 'malformed') return { kind: 'mismatch', detail: `${path}: ${tile.detail}` }
  if (tile.entries.length === width) return tile
  return { kind: 'mismatch', detail: `${path}: ${tile.entries.length} entries instead of ${width}` }
}

/** The signed head covers these entries, so the log must be able to serve them. */
const gapOf = (detail: string): TileOutcome => ({
  kind: 'trouble',
  trouble: { detail, afterMs: null, isGap: true },
})
