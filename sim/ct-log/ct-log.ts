import { gzipSync } from 'node:zlib'
import type { Tick } from '../journal/tick.ts'
import { p256KeyFor, type KeyPair } from '../keys.ts'
import { createLruCache } from '../lru-cache.ts'
import type { WorldState } from '../world-state.ts'
import { signCheckpoint } from './checkpoint.ts'
import { openHashTree, type HashTree } from './hash-tree.ts'
import type { Issuer } from './issuer.ts'
import { entriesIn, leafHash, namesLine, tileLeaf, type LogEntry } from './log-entry.ts'
import { certificatesOf, type LoggedCertificate } from './tick-certificates.ts'

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

export function openCtLog({
  number,
  host,
  label,
  servesNames,
  hashFile,
  issuer,
  state,
}: CtLogOptions): CtLog {
  const path = `/${label}/`
  const origin = `${host}/${label}`
  const key = p256KeyFor(`log ${origin}`)
  const tree = openHashTree(hashFile)
  const tileCache = createLruCache<string, Buffer>(24)
  /** Index of the first entry of each tick. */
  const starts: number[] = []
  let size = 0
  const entriesOf = createLruCache<number, LogEntry[]>(64)
  const entriesOfTick = (tickNumber: number): LogEntry[] => {
    const tick = state.ticks[tickNumber]
    return tick ? entriesOf.get(tickNumber, () => entriesIn(1 << number, certificatesOf(state, tick))) : []
  }

  function rangeOf(first: number, count: number): { entry: LogEntry; index: number }[] {
    const found: { entry: LogEntry; index: number }[] = []
    for (let tick = tickAt(starts, first); found.length < count && tick < starts.length; tick++) {
      const start = starts[tick] ?? 0
      entriesOfTick(tick).forEach((entry, offset) => {
        if (start + offset >= first && found.length < count) found.push({ entry, index: start + offset })
      })
    }
    return found
  }

  const tileOf = (
    kind: 'data' | 'names',
    tile: number,
    width: number,
    build: (range: ReturnType<typeof rangeOf>) => Buffer,
  ): Buffer | null =>
    width < 1 || width > WIDTH || tile * WIDTH + width > size
      ? null
      : tileCache.get(`${kind}/${tile}/${width}`, () =>
          gzipSync(build(rangeOf(tile * WIDTH, width)), { level: 3 }),
        )

  return {
    number,
    origin,
    host,
    path,
    key,
    servesNames,
    get size() {
      return size
    },
    checkpoint: (nowMs) => signCheckpoint(origin, key, size, tree.root(), nowMs),
    hashTile: (level, tile, width) => tree.tile(level, tile, width),
    dataTile: (tile, width) =>
      tileOf('data', tile, width, (range) =>
        Buffer.concat(range.map(({ entry, index }) => tileLeaf(issuer, entry, index))),
      ),
    namesTile: (tile, width) =>
      servesNames
        ? tileOf('names', tile, width, (range) =>
            Buffer.from(range.map(({ entry }) => `${namesLine(entry)}\n`).join('')),
          )
        : null,
    publish(tick, certificates) {
      starts.push(size)
      const end = size + tick.entries[number]
      if (tree.size < end) {
        const missing = entriesIn(1 << number, certificates()).slice(tree.size - size)
        tree.append(missing.map((entry, offset) => leafHash(issuer, entry, tree.size + offset)))
      }
      size = end
    },
    settle() {
      if (tree.size > size) tree.truncate(size)
      const isSameAt = (index: number): boolean =>
        rangeOf(index, 1).every(({ entry }) => leafHash(issuer, entry, index).equals(tree.leaf(index)))
      return { isSame: size === 0 || (isSameAt(0) && isSameAt(size - 1)) }
    },
    [Symbol.dispose]: () => tree[Symbol.dispose](),
  }
}

function tickAt(starts: readonly number[], index: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? Infinity) <= index) low = middle
    else high = middle - 1
  }
  return low
}
