import { MAX_CHECKPOINT_BYTES, parseCheckpoint } from './checkpoint.ts'
import type { CtLog, LogEntry, LogHead, LogMemory } from './ct-log.ts'
import { createHeadReader } from './head-reader.ts'
import type { HeadOutcome } from './head-outcome.ts'
import type { LogFetch, Trouble } from './log-fetch.ts'
import { type LogSource, type SourceStep, stepped, troubled } from './log-source.ts'
import { headEveryMs, type Pace } from './pace.ts'
import { createTileProver } from './prove-by-tiles.ts'
import { TILE_WIDTH } from './tile-path.ts'
import { createTileReader, type TileOutcome, type TileReader } from './tile-reader.ts'

const TILES_AT_ONCE = 4

export type StaticSourceOptions = {
  get: LogFetch
  now: () => Date
  log: CtLog
  checkpointEveryMs: number
  partialAfterMs: number
  maxTilesPerStep: number
  memory: LogMemory
  pace: Pace
}

/** Reads a static log: the verified checkpoint, then full tiles, then, when the log is quiet, the partial last tile. */
export function createStaticSource(options: StaticSourceOptions): LogSource {
  const { get, now, log, partialAfterMs, pace } = options
  const tiles = createTileReader({ get, now })
  const readHead = createHeadReader({
    now,
    everyMs: () => headEveryMs(options.checkpointEveryMs, pace),
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
      if (answer.kind === 'trouble') return troubled(answer.trouble)
      if (answer.kind === 'broken') return stepped(answer)
      const { head, proven, nextInMs } = answer
      const heads = { head, proven }
      const firstTile = Math.floor(fromIndex / TILE_WIDTH)
      const fullTiles = Math.floor(head.size / TILE_WIDTH)
      quiet.see(fullTiles)
      if (firstTile < fullTiles) {
        const atOnce = tiles.isFormKnown() && pace.gapMs() === 0 ? options.maxTilesPerStep : 1
        const count = Math.min(fullTiles - firstTile, atOnce)
        return toStep(await readTilesAhead(tiles, { firstTile, count }, signal), fromIndex, heads)
      }
      if (head.size <= fromIndex) return stepped({ kind: 'wait', ...heads, afterMs: nextInMs })
      const restMs = partialAfterMs - quiet.forMs()
      // Read the partial tile only after the log has been quiet: full tiles never change and edges cache them, but a partial tile is soon
      // outdated and its entries must be fetched again with the full one.
      if (restMs > 0) return stepped({ kind: 'wait', ...heads, afterMs: Math.min(nextInMs, restMs) })
      const partial = await tiles.read(firstTile, head.size % TILE_WIDTH, signal)
      if (partial.kind === 'entries') quiet.restart()
      return toStep([partial], fromIndex, heads)
    },
  }
}

function parseCheckpointBytes(body: Uint8Array, log: CtLog): HeadOutcome {
  try {
    return parseCheckpoint(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body), log)
  } catch {
    return { kind: 'malformed', detail: 'the checkpoint is not UTF-8' }
  }
}

/** How long ago the last full tile arrived or the last partial tile was read. */
function createQuietTimer(now: () => Date): {
  see: (fullTiles: number) => void
  restart: () => void
  forMs: () => number
} {
  let seenTiles = -1
  let sinceMs = 0
  const restart = (): void => {
    sinceMs = now().getTime()
  }
  return {
    restart,
    forMs: () => now().getTime() - sinceMs,
    see(fullTiles) {
      if (fullTiles !== seenTiles) restart()
      seenTiles = fullTiles
    },
  }
}

/** Full tiles, a few in parallel, in order. Stops at the first that fails and does not request the ones after it. */
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
    return { step: null, trouble: trouble ?? { detail: 'the tile holds nothing new', afterMs: null } }
  return stepped({ kind: 'entries', entries, nextIndex: last.index + 1, ...heads }, trouble)
}
