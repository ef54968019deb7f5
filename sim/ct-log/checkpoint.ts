import { hash as sha, sign } from 'node:crypto'
import { ed25519KeyFor } from '../keys.ts'
import type { CtLog } from './ct-log.ts'
import { logIdOf, type SignedHead } from './tree-head.ts'

const LOG_SIGNATURE = 5
const COSIGNATURE = 4

/**
 * A signed tree head as a note (c2sp.org/static-ct-api, checkpoints), with a witness's signature if
 * the log has a witness.
 */
export function checkpointOf({ origin, key, plan }: CtLog, head: SignedHead): string {
  const body = `${origin}\n${head.size}\n${head.root.toString('base64')}\n`
  const keyId = keyIdOf(origin, LOG_SIGNATURE, logIdOf(key.spki))
  const own = signatureLine(origin, keyId, timestamp(head.timestampMs), head.signature)
  const lines = plan.witness === 'none' ? [own] : [own, witnessLine(body, head.timestampMs)]
  if (plan.witness === 'before') lines.reverse()
  return `${body}\n${lines.join('')}`
}

const keyIdOf = (name: string, kind: number, key: Buffer): Buffer =>
  sha(
    'sha256',
    Buffer.concat([Buffer.from(`${name}\n`), Uint8Array.of(kind), key]),
    'buffer',
  ).subarray(0, 4)

const signatureLine = (name: string, ...parts: Buffer[]): string =>
  `\u2014 ${name} ${Buffer.concat(parts).toString('base64')}\n`

function timestamp(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

const WITNESS = 'witness.ct-sim.test/w1'
const witnessKey = ed25519KeyFor(WITNESS)
const RAW_KEY_BYTES = 32

/**
 * c2sp.org/tlog-cosignature: a witness saw the same tree. Readers that do not know the witness must
 * ignore the line.
 */
function witnessLine(body: string, timestampMs: number): string {
  const seconds = Math.floor(timestampMs / 1000)
  const message = Buffer.from(`cosignature/v1\ntime ${seconds}\n${body}`)
  const keyId = keyIdOf(WITNESS, COSIGNATURE, witnessKey.spki.subarray(-RAW_KEY_BYTES))
  return signatureLine(
    WITNESS,
    keyId,
    timestamp(seconds),
    sign(null, message, witnessKey.privateKey),
  )
}
