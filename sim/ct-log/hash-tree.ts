import { hash as sha } from 'node:crypto'
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'

const WIDTH = 256
const BYTES = 32
const NODE_PREFIX = 1

/**
 * A log's Merkle tree as tiles of 256 hashes. The leaves stand one after another in a file, which therefore is the tiles of
 * level 0; only the levels above (1/255 of it) are kept in memory.
 */
export type HashTree = Disposable & {
  readonly size: number
  append: (leaves: readonly Uint8Array[]) => void
  root: () => Buffer
  /** `width` hashes of a tile, or null where the tree has not come that far. */
  tile: (level: number, number: number, width: number) => Buffer | null
  leaf: (index: number) => Buffer
  /** Cuts the tree back to fewer leaves; used only before anything of it was published. */
  truncate: (size: number) => void
}

export function openHashTree(file: string): HashTree {
  const fd = openSync(file, 'a+')
  let size = Math.floor(fstatSync(fd).size / BYTES)
  ftruncateSync(fd, size * BYTES)
  let upper = buildUpper(fd, size)

  const readLeaves = (first: number, count: number): Buffer => readAt(fd, first * BYTES, count * BYTES)
  const hashesAt = (level: number, first: number, count: number): Buffer =>
    level === 0 ? readLeaves(first, count) : (upper[level - 1]?.slice(first, count) ?? Buffer.alloc(0))

  return {
    get size() {
      return size
    },
    append(leaves) {
      if (leaves.length === 0) return
      writeSync(fd, Buffer.concat(leaves))
      const before = size
      size += leaves.length
      for (let tile = Math.floor(before / WIDTH); tile < Math.floor(size / WIDTH); tile++)
        pushUpper(upper, subtree(readLeaves(tile * WIDTH, WIDTH)))
    },
    root() {
      let edge: Buffer | null = null
      for (let level = 0; WIDTH ** level <= size; level++) {
        const full = Math.floor(size / WIDTH ** level)
        const partial = hashesAt(level, full - (full % WIDTH), full % WIDTH)
        const nodes: Buffer = edge === null ? partial : Buffer.concat([partial, edge])
        edge = nodes.length === 0 ? null : subtree(nodes)
      }
      return edge ?? sha('sha256', Buffer.alloc(0), 'buffer')
    },
    tile(level, number, width) {
      const available = Math.floor(size / WIDTH ** level)
      if (width < 1 || width > WIDTH || number * WIDTH + width > available) return null
      return hashesAt(level, number * WIDTH, width)
    },
    leaf: (index) => readLeaves(index, 1),
    truncate(newSize) {
      size = Math.min(size, newSize)
      ftruncateSync(fd, size * BYTES)
      upper = buildUpper(fd, size)
    },
    [Symbol.dispose]: () => closeSync(fd),
  }
}

function readAt(fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  const read = readSync(fd, bytes, 0, length, position)
  if (read !== length) throw new Error(`the hash file ends at ${position + read}`)
  return bytes
}

/** Hash over consecutive nodes; the left part is the largest power of two, as RFC 6962 has it. */
function subtree(nodes: Buffer): Buffer {
  const count = nodes.length / BYTES
  if (count === 1) return nodes
  let left = 1
  while (left * 2 < count) left *= 2
  const pair = Buffer.allocUnsafe(1 + 2 * BYTES)
  pair[0] = NODE_PREFIX
  pair.set(subtree(nodes.subarray(0, left * BYTES)), 1)
  pair.set(subtree(nodes.subarray(left * BYTES)), 1 + BYTES)
  return sha('sha256', pair, 'buffer')
}

type HashList = {
  push: (hash: Buffer) => void
  slice: (first: number, count: number) => Buffer
  readonly length: number
}

function createHashList(): HashList {
  let bytes = Buffer.alloc(WIDTH * BYTES)
  let length = 0
  return {
    push(hash) {
      if ((length + 1) * BYTES > bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)])
      bytes.set(hash, length * BYTES)
      length++
    },
    slice: (first, count) => Buffer.from(bytes.subarray(first * BYTES, (first + count) * BYTES)),
    get length() {
      return length
    },
  }
}

function pushUpper(upper: HashList[], hash: Buffer, level = 0): void {
  const list = (upper[level] ??= createHashList())
  list.push(hash)
  if (list.length % WIDTH === 0) pushUpper(upper, subtree(list.slice(list.length - WIDTH, WIDTH)), level + 1)
}

function buildUpper(fd: number, size: number): HashList[] {
  const upper: HashList[] = []
  for (let tile = 0; tile < Math.floor(size / WIDTH); tile++)
    pushUpper(upper, subtree(readAt(fd, tile * WIDTH * BYTES, WIDTH * BYTES)))
  return upper
}
