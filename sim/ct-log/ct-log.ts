import { gzipSync } from 'node:zlib'
import type { Tick } from '../journal/tick.ts'
import { p256KeyFor, type KeyPair } from '../keys.ts'
import { createLruCache } from '../lru-cache.ts'
import type { EntryIndex, IndexedEntry } from './entry-index.ts'
import { openHashTree, type HashTree } from './hash-tree.ts'
import { createHeadHistory, type DatedSize, type HeadHistory } from './head-history.ts'
import type { Issuer } from './issuer.ts'
import {
  entriesIn,
  leafHash,
  namesLine,
  tileLeaf,
  type LeafIndex,
  type LogEntry,
} from './log-entry.ts'
import { hostOf, type LogPlan } from './log-plan.ts'
import { rootOf, TILE_WIDTH, withOtherLeaf, type ReadHashes } from './merkle.ts'
import type { LoggedCertificate } from './tick-certificates.ts'

/**
 * The tree that a log serves: its own, or, while it is ordered to fork, one with a different leaf.
 */
export type TreeView = { read: ReadHashes; root: (size: number) => Buffer }

export type CtLog = Disposable & {
  plan: LogPlan
  origin: string
  host: string
  /** Begins and ends with a slash. */
  path: string
  key: KeyPair
  readonly size: number
  history: Pick<HeadHistory, 'cached' | 'previous'>
  view: (isForked: boolean) => TreeView
  dataTile: (number: number, width: number) => Buffer | null
  namesTile: (number: number, width: number) => Buffer | null
  entries: (first: number, count: number) => LogEntry[]
  /**
   * Adds the entries of a tick that is already in the world's state and journal. Leaves that the
   * hash file holds from an earlier run are not recomputed.
   */
  publish: (tick: Tick, certificates: () => readonly LoggedCertificate[]) => void
  /** Adds all entries of a log that never grows. */
  fill: (entries: readonly LogEntry[], atMs: number) => void
  /** Makes caches stop serving older heads, so that newly published entries are visible at once. */
  flushCaches: () => void
  /**
   * Call after reading the journal: drops leaves beyond it and reports whether the stored leaves
   * still match the world.
   */
  settle: () => { isSame: boolean }
}

export type CtLogOptions = {
  plan: LogPlan
  /** The index of this log in `Tick.entries`. */
  number: number
  label: string
  hashFile: string
  issuer: Issuer
  index: EntryIndex
}

const REMEMBERED_TILES = 24
const FORKED_LEAF = 1

export function openCtLog(options: CtLogOptions): CtLog {
  const { plan, number, label, issuer, index } = options
  const host = hostOf(plan)
  const origin = `${host}/${label}`
  const tree = openHashTree(options.hashFile)
  const history = createHeadHistory()
  // Hashing the backlog takes two seconds. It waits for the first reader, so that the product
  // starts meanwhile.
  const unhashed: { first: number; entries: () => readonly LogEntry[] }[] = []
  const grow = (entries: () => readonly LogEntry[], { size, atMs }: DatedSize): void => {
    if (tree.size < index.size + size) unhashed.push({ first: index.size, entries })
    index.add(size)
    history.grow({ size: index.size, atMs })
  }
  const hashed = (): HashTree => {
    for (const { first, entries } of unhashed.splice(0)) {
      const missing = entries().slice(tree.size - first)
      tree.append(
        missing.map((entry, offset) =>
          leafHash(issuer, entry, leafIndex(plan, tree.size + offset)),
        ),
      )
    }
    return tree
  }
  return {
    plan,
    origin,
    host,
    path: `/${label}/`,
    key: p256KeyFor(`log ${origin}`),
    get size() {
      return index.size
    },
    history,
    view: (isForked) => viewOf(hashed(), isForked && index.size > FORKED_LEAF),
    ...createTiles(options),
    entries: (first, count) => index.range(first, count).map(({ entry }) => entry),
    publish: (tick, certificates) =>
      grow(() => entriesIn(plan.bit, certificates()), {
        size: tick.entries[number] ?? 0,
        atMs: tick.atMs,
      }),
    fill: (entries, atMs) => grow(() => entries, { size: entries.length, atMs }),
    flushCaches: history.forget,
    settle: () => ({ isSame: settleTree(hashed(), options) }),
    [Symbol.dispose]: () => tree[Symbol.dispose](),
  }
}

const leafIndex = ({ kind }: LogPlan, index: number): LeafIndex =>
  kind === 'static' ? index : null

function viewOf(tree: HashTree, isForked: boolean): TreeView {
  if (!isForked) return tree
  const read = withOtherLeaf(tree.read, FORKED_LEAF)
  return { read, root: (size) => rootOf(read, size) }
}

type TileKind = 'data' | 'names'
type BuildTile = (range: IndexedEntry[]) => Buffer

function createTiles({ index, issuer, plan }: CtLogOptions): Pick<CtLog, 'dataTile' | 'namesTile'> {
  const made = createLruCache<string, Buffer>(REMEMBERED_TILES)
  const tile = (kind: TileKind, number: number, width: number, build: BuildTile): Buffer | null =>
    width < 1 || width > TILE_WIDTH || number * TILE_WIDTH + width > index.size
      ? null
      : made.get(`${kind}/${number}/${width}`, () =>
          gzipSync(build(index.range(number * TILE_WIDTH, width)), { level: 3 }),
        )
  return {
    dataTile: (number, width) =>
      tile('data', number, width, (range) =>
        Buffer.concat(range.map(({ entry, index: at }) => tileLeaf(issuer, entry, at))),
      ),
    namesTile: (number, width) =>
      plan.servesNames
        ? tile('names', number, width, (range) =>
            Buffer.from(range.map(({ entry }) => `${namesLine(entry)}\n`).join('')),
          )
        : null,
  }
}

function settleTree(tree: HashTree, { index, issuer, plan }: CtLogOptions): boolean {
  if (tree.size > index.size) tree.truncate(index.size)
  const isSameAt = (at: number): boolean =>
    index
      .range(at, 1)
      .every(({ entry }) => leafHash(issuer, entry, leafIndex(plan, at)).equals(tree.leaf(at)))
  return index.size === 0 || (isSameAt(0) && isSameAt(index.size - 1))
}
