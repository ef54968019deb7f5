import { gzipSync } from 'node:zlib'
import type { Tick } from '../journal/tick.ts'
import { p256KeyFor, type KeyPair } from '../keys.ts'
import { createLruCache } from '../lru-cache.ts'
import type { WorldState } from '../world-state.ts'
import { signCheckpoint } from './checkpoint.ts'
import { openHashTree, type HashTree } from './hash-tree.ts'
import type { Issuer } from './issuer.ts'
import { createEntryIndex, type EntryIndex, type IndexedEntry } from './entry-index.ts'
import { entriesIn, leafHash, namesLine, tileLeaf } from './log-entry.ts'
import type { LoggedCertificate } from './tick-certificates.ts'

export type LogNumber = 0 | 1

export type CtLog = Disposable & {
  number: LogNumber
  origin: string
  host: string
  /** Begins and ends with a slash. */
  path: string
  key: KeyPair
  servesNames: boolean
  readonly size: number
  checkpoint: (nowMs: number) => string
  hashTile: HashTree['tile']
  dataTile: (number: number, width: number) => Buffer | null
  namesTile: (number: number, width: number) => Buffer | null
  /**
   * Adds the entries of a tick that is already in the world's state and journal. Leaves that the hash file holds from an
   * earlier run are not computed again.
   */
  publish: (tick: Tick, certificates: () => readonly LoggedCertificate[]) => void
  /** After the journal was read: drops leaves beyond it and says whether the remembered ones are still what the world makes. */
  settle: () => { isSame: boolean }
}

export type CtLogOptions = {
  number: LogNumber
  host: string
  label: string
  servesNames: boolean
  hashFile: string
  issuer: Issuer
  state: WorldState
}

const WIDTH = 256
const REMEMBERED_TILES = 24

export function openCtLog(options: CtLogOptions): CtLog {
  const { number, host, label, servesNames, issuer } = options
  const origin = `${host}/${label}`
  const key = p256KeyFor(`log ${origin}`)
  const tree = openHashTree(options.hashFile)
  const entries = createEntryIndex(options.state, 1 << number)
  const tiles = createTiles(entries)
  return {
    number,
    origin,
    host,
    path: `/${label}/`,
    key,
    servesNames,
    get size() {
      return entries.size
    },
    checkpoint: (nowMs) => signCheckpoint(origin, key, entries.size, tree.root(), nowMs),
    hashTile: (level, tile, width) => tree.tile(level, tile, width),
    dataTile: (tile, width) =>
      tiles('data', tile, width, (range) =>
        Buffer.concat(range.map(({ entry, index }) => tileLeaf(issuer, entry, index))),
      ),
    namesTile: (tile, width) =>
      servesNames
        ? tiles('names', tile, width, (range) =>
            Buffer.from(range.map(({ entry }) => `${namesLine(entry)}\n`).join('')),
          )
        : null,
    publish(tick, certificates) {
      const end = entries.size + tick.entries[number]
      if (tree.size < end) {
        const missing = entriesIn(1 << number, certificates()).slice(tree.size - entries.size)
        tree.append(missing.map((entry, offset) => leafHash(issuer, entry, tree.size + offset)))
      }
      entries.add(tick.entries[number])
    },
    settle: () => ({ isSame: settleTree(tree, entries, issuer) }),
    [Symbol.dispose]: () => tree[Symbol.dispose](),
  }
}

type TileKind = 'data' | 'names'
type BuildTile = (range: IndexedEntry[]) => Buffer

function createTiles(entries: EntryIndex) {
  const made = createLruCache<string, Buffer>(REMEMBERED_TILES)
  return (kind: TileKind, tile: number, width: number, build: BuildTile): Buffer | null =>
    width < 1 || width > WIDTH || tile * WIDTH + width > entries.size
      ? null
      : made.get(`${kind}/${tile}/${width}`, () =>
          gzipSync(build(entries.range(tile * WIDTH, width)), { level: 3 }),
        )
}

function settleTree(tree: HashTree, entries: EntryIndex, issuer: Issuer): boolean {
  if (tree.size > entries.size) tree.truncate(entries.size)
  const isSameAt = (index: number): boolean =>
    entries.range(index, 1).every(({ entry }) => leafHash(issuer, entry, index).equals(tree.leaf(index)))
  return entries.size === 0 || (isSameAt(0) && isSameAt(entries.size - 1))
}
