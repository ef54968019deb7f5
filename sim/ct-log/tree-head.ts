import { hash as sha, sign } from 'node:crypto'
import type { CtLog } from './ct-log.ts'
import type { LogFault } from './log-fault.ts'

/** A log's size, root and time, signed as in RFC 6962. */
export type SignedHead = { size: number; root: Buffer; timestampMs: number; signature: Buffer }

export type HeadChoice = { nowMs: number; fault: LogFault | null; cachedMs: number }

/**
 * The head for a request: the newest one, an older one from a cache, or the one of an ordered
 * fault.
 */
export function signedHead(log: CtLog, { nowMs, fault, cachedMs }: HeadChoice): SignedHead {
  const { size, timestampMs } = chosenHead(log, { nowMs, fault, cachedMs })
  const root = log.view(fault === 'fork').root(size)
  const signature = signHead(log, size, root, timestampMs)
  if (fault === 'bad-signature') signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
  return { size, root, timestampMs, signature }
}

const KEPT_SHARE = 0.9

function chosenHead(
  { size, history }: CtLog,
  { nowMs, fault, cachedMs }: HeadChoice,
): { size: number; timestampMs: number } {
  if (fault === 'shrink') return { size: Math.floor(size * KEPT_SHARE), timestampMs: nowMs }
  const older = fault === 'stale' ? history.previous() : history.cached(nowMs, cachedMs)
  return older ? { size: older.size, timestampMs: older.atMs } : { size, timestampMs: nowMs }
}

/** TreeHeadSignature: version 0, signature type 1. */
function signHead({ key }: CtLog, size: number, root: Buffer, timestampMs: number): Buffer {
  const treeHead = Buffer.alloc(50)
  treeHead.set([0, 1], 0)
  treeHead.writeBigUInt64BE(BigInt(timestampMs), 2)
  treeHead.writeBigUInt64BE(BigInt(size), 10)
  treeHead.set(root, 18)
  return digitallySigned(sign('sha256', treeHead, key.privateKey))
}

/** Prepends algorithms (SHA-256, ECDSA) and length. */
function digitallySigned(signature: Buffer): Buffer {
  const head = Uint8Array.of(4, 3, signature.length >> 8, signature.length & 0xff)
  return Buffer.concat([head, signature])
}

export const logIdOf = (spki: Buffer): Buffer => sha('sha256', spki, 'buffer')
