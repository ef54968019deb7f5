import { hash as sha, sign } from 'node:crypto'
import type { KeyPair } from '../keys.ts'

export const logIdOf = (key: KeyPair): Buffer => sha('sha256', key.spki, 'buffer')

/** A signed tree head as a note (c2sp.org/static-ct-api, checkpoints). */
export function signCheckpoint(
  origin: string,
  key: KeyPair,
  size: number,
  root: Buffer,
  timestampMs: number,
): string {
  const treeHead = Buffer.alloc(50)
  // TreeHeadSignature of RFC 6962: version 0, signature type 1.
  treeHead.set([0, 1], 0)
  treeHead.writeBigUInt64BE(BigInt(timestampMs), 2)
  treeHead.writeBigUInt64BE(BigInt(size), 10)
  treeHead.set(root, 18)
  const signature = sign('sha256', treeHead, key.privateKey)
  const head = Buffer.alloc(12)
  head.writeBigUInt64BE(BigInt(timestampMs))
  head.set([4, 3], 8)
  head.writeUInt16BE(signature.length, 10)
  const keyId = sha(
    'sha256',
    Buffer.concat([Buffer.from(`${origin}\n`), Uint8Array.of(5), logIdOf(key)]),
    'buffer',
  ).subarray(0, 4)
  const blob = Buffer.concat([keyId, head, signature]).toString('base64')
  return `${origin}\n${size}\n${root.toString('base64')}\n\n\u2014 ${origin} ${blob}\n`
}
