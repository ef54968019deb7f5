import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import {
  HASH_BYTES as BYTES,
  hashOfNodes,
  rootOf,
  TILE_WIDTH as WIDTH,
  type ReadHashes,
} from './merkle.ts'

/**
 * A log's Merkle tree as tiles of 256 hashes. A file stores the leaves consecutively and therefore
 * holds the tiles of level 0; only the levels above (1/255 of it) are in memory.
 */
export type HashTree = Disposable & {
  readonly size: number
  append: (leaves: readonly Uint8Array[]) => void
  /** Root of the whole tree, or of its first leaves. */
  root: (size?: number) => Buffer
  read: ReadHashes
  leaf: (index: number) => Buffer
  /** Cuts the tree back to fewer leaves; used only before any of it was published. */
  truncate: (size: number) => void
}

export function openHashTree(file: string): HashTree {
  const fd = openSync(file, 'a+')
  let size = Math.floor(fstatSync(fd).size / BYTES)
  ftruncateSync(fd, size * BYTES)
  let upper = buildUpper(fd, size)

  const readLeaves = (first: number, count: number): Buffer =>
    readAt(fd, first * BYTES, count * BYTES)
  const read: ReadHashes = (level, first, count) =>
    level === 0
      ? readLeaves(first, count)
      : (upper[level - 1]?.slice(first, count) ?? Buffer.alloc(0))
  let known: { size: number; root: Buffer } = { size: -1, root: Buffer.alloc(0) }

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
        pushUpper(upper, hashOfNodes(readLeaves(tile * WIDTH, WIDTH)))
    },
    // Clients request heads far more often than the tree grows.
    root(wanted = size) {
      if (known.size !== wanted) known = { size: wanted, root: rootOf(read, wanted) }
      return known.root
    },
    read,
    leaf: (index) => readLeaves(index, 1),
    truncate(newSize) {
      size = Math.min(size, newSize)
      known = { size: -1, root: Buffer.alloc(0) }
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
      if ((length + 1) * BYTES > bytes.length)
        bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)])
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
  if (list.length % WIDTH === 0)
    pushUpper(upper, hashOfNodes(list.slice(list.length - WIDTH, WIDTH)), level + 1)
}

function buildUpper(fd: number, size: number): HashList[] {
  const upper: HashList[] = []
  for (let tile = 0; tile < Math.floor(size / WIDTH); tile++)
    pushUpper(upper, hashOfNodes(readAt(fd, tile * WIDTH * BYTES, WIDTH * BYTES)))
  return upper
}
