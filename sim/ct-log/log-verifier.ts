import { createHash, createPublicKey, verify } from 'node:crypto'

/**
 * An independent verifier for the tests, written from the standards and without any of the
 * simulator's code.
 */
export const sha256 = (...parts: Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest()

/** RFC 9162, section 2.1.1. */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves
  if (only === undefined) return sha256()
  if (leaves.length === 1) return only
  let left = 1
  while (left * 2 < leaves.length) left *= 2
  return sha256(Uint8Array.of(1), merkleRoot(leaves.slice(0, left)), merkleRoot(leaves.slice(left)))
}

type Tree = { size: number; root: Buffer }

/** RFC 9162, section 2.1.4.2. */
export function provesGrowth(before: Tree, after: Tree, proof: readonly Buffer[]): boolean {
  if (before.size === after.size) return proof.length === 0 && before.root.equals(after.root)
  const isPower = (before.size & (before.size - 1)) === 0
  const path = isPower ? [before.root, ...proof] : [...proof]
  let [fn, sn] = [before.size - 1, after.size - 1]
  while (fn & 1) [fn, sn] = [fn >> 1, sn >> 1]
  let [fr, sr] = [path[0] ?? sha256(), path[0] ?? sha256()]
  for (const hash of path.slice(1)) {
    if (sn === 0) return false
    if (fn & 1 || fn === sn) {
      fr = sha256(Uint8Array.of(1), hash, fr)
      sr = sha256(Uint8Array.of(1), hash, sr)
      while (fn !== 0 && !(fn & 1)) [fn, sn] = [fn >> 1, sn >> 1]
    } else sr = sha256(Uint8Array.of(1), sr, hash)
    ;[fn, sn] = [fn >> 1, sn >> 1]
  }
  return sn === 0 && fr.equals(before.root) && sr.equals(after.root)
}

type Head = Tree & { timestampMs: number; digitallySigned: Buffer }

/**
 * RFC 6962, section 3.5: `digitallySigned` consists of two algorithms, a length and the signature.
 */
export function isSigned(
  { size, root, timestampMs, digitallySigned }: Head,
  keyBase64: string,
): boolean {
  const key = createPublicKey({
    key: Buffer.from(keyBase64, 'base64'),
    format: 'der',
    type: 'spki',
  })
  const message = Buffer.alloc(18)
  message.writeUInt16BE(0x0001, 0)
  message.writeBigUInt64BE(BigInt(timestampMs), 2)
  message.writeBigUInt64BE(BigInt(size), 10)
  return (
    digitallySigned.readUInt16BE(0) === 0x0403 &&
    digitallySigned.readUInt16BE(2) === digitallySigned.length - 4 &&
    verify('sha256', Buffer.concat([message, root]), key, digitallySigned.subarray(4))
  )
}

/**
 * The head in a checkpoint, from the signature line that names its origin; ignores other
 * signatures.
 */
export function readCheckpoint(text: string): Head & { origin: string; signers: string[] } {
  const [body = '', signatures = ''] = text.split('\n\n')
  const [origin = '', size = '', root = ''] = body.split('\n')
  const lines = signatures
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '))
  const blob = Buffer.from(lines.find(([, name]) => name === origin)?.[2] ?? '', 'base64')
  return {
    origin,
    size: Number(size),
    root: Buffer.from(root, 'base64'),
    timestampMs: Number(blob.readBigUInt64BE(4)),
    digitallySigned: blob.subarray(12),
    signers: lines.map(([, name = '']) => name),
  }
}

export type ReadLeaf = {
  timestampMs: number
  isPrecertificate: boolean
  /** TimestampedEntry. */
  entry: Buffer
  body: Buffer
  certificate: Buffer
  extensions: Buffer
  fingerprints: string[]
}

function createCursor(bytes: Buffer) {
  let at = 0
  return {
    at: () => at,
    number: (length: number): number => ((at += length), bytes.readUIntBE(at - length, length)),
    skip: (length: number): void => void (at += length),
    block(lengthBytes: number): Buffer {
      const length = this.number(lengthBytes)
      at += length
      return bytes.subarray(at - length, at)
    },
    isDone: () => at >= bytes.length,
  }
}

function readTimestampedEntry(bytes: Buffer, cursor: ReturnType<typeof createCursor>) {
  const start = cursor.at()
  const timestampMs = cursor.number(2) * 2 ** 48 + cursor.number(6)
  const isPrecertificate = cursor.number(2) === 1
  if (isPrecertificate) cursor.skip(32)
  const body = cursor.block(3)
  const extensions = cursor.block(2)
  return {
    timestampMs,
    isPrecertificate,
    body,
    extensions,
    entry: bytes.subarray(start, cursor.at()),
  }
}

/** The leaves of a data tile (c2sp.org/static-ct-api). */
export function readDataTile(tile: Buffer): ReadLeaf[] {
  const leaves: ReadLeaf[] = []
  const cursor = createCursor(tile)
  while (!cursor.isDone()) {
    const read = readTimestampedEntry(tile, cursor)
    const certificate = read.isPrecertificate ? cursor.block(3) : read.body
    const chain = cursor.block(2)
    const fingerprints = Array.from({ length: chain.length / 32 }, (_, link) =>
      chain.subarray(link * 32, link * 32 + 32).toString('hex'),
    )
    leaves.push({ ...read, certificate, fingerprints })
  }
  return leaves
}

/** One item of get-entries (RFC 6962, section 4.6). */
export function readItem(item: {
  leaf_input: string
  extra_data: string
}): ReadLeaf & { leafHash: Buffer } {
  const input = Buffer.from(item.leaf_input, 'base64')
  const read = readTimestampedEntry(input.subarray(2), createCursor(input.subarray(2)))
  const extra = createCursor(Buffer.from(item.extra_data, 'base64'))
  const certificate = read.isPrecertificate ? extra.block(3) : read.body
  const chainBytes = extra.block(3)
  if (!extra.isDone()) throw new Error('something stands behind the chain')
  const chain = createCursor(chainBytes)
  const fingerprints: string[] = []
  while (!chain.isDone()) fingerprints.push(sha256(chain.block(3)).toString('hex'))
  return { ...read, certificate, fingerprints, leafHash: sha256(Uint8Array.of(0), input) }
}
