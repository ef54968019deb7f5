import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod'
import type { CtLog, LogHead } from './ct-log.ts'
import { decodeBase64 } from './log-fetch.ts'

/**
 * A log's answer to the request for its signed size. `malformed` = not a valid answer (an error
 * page, half a file): ask again. `untrusted` = well formed, but not signed by this log: stop
 * reading the log.
 */
export type HeadOutcome =
  | { kind: 'head'; head: LogHead }
  | { kind: 'malformed'; detail: string }
  | { kind: 'untrusted'; detail: string }

// Sixteen witnesses with post-quantum signatures of 5 kB each add up to 110 kB; signed-note asks
// verifiers to accept that many.
export const MAX_CHECKPOINT_BYTES = 256 * 1024

const MAX_SIGNATURES = 100
const SIZE = /^(?:0|[1-9][0-9]{0,15})$/
const SIGNATURE_LINE = /^\u2014 ([^\s\u0085+]+) (\S+)$/u
const RFC6962_SIGNATURE_TYPE = 0x05
const KEY_ID_BYTES = 4
const TIMESTAMP_BYTES = 8

type Signature = { name: string; bytes: Buffer }
type Note = { origin: string; size: number; root: Buffer; signatures: Signature[] }

/**
 * Verifies the signature of a static log's checkpoint; ignores those of unknown keys (witnesses).
 * Never throws. Rules: c2sp.org/signed-note, c2sp.org/tlog-checkpoint, c2sp.org/static-ct-api (no
 * extension lines, key name = origin).
 */
export function parseCheckpoint(
  text: string,
  log: Pick<CtLog, 'logId' | 'key' | 'origin'>,
): HeadOutcome {
  const note = readNote(text)
  if (!note) return { kind: 'malformed', detail: 'not a signed checkpoint' }
  if (note.origin !== log.origin)
    return { kind: 'untrusted', detail: 'the checkpoint is of another log' }
  const keyId = rfc6962KeyId(log)
  const signature = note.signatures.find(
    ({ name, bytes }) => name === log.origin && bytes.indexOf(keyId) === 0,
  )
  if (!signature) return { kind: 'untrusted', detail: 'no signature by the log itself' }
  return verifyNote(note, signature, log.key)
}

function verifyNote({ size, root }: Note, { bytes }: Signature, key: string): HeadOutcome {
  const body = bytes.subarray(KEY_ID_BYTES)
  if (body.length <= TIMESTAMP_BYTES)
    return { kind: 'untrusted', detail: 'the signature is too short' }
  const timestampMs = Number(body.readBigUInt64BE())
  if (!Number.isSafeInteger(timestampMs))
    return { kind: 'untrusted', detail: 'the timestamp is out of range' }
  if (!isTreeHeadSignedBy(key, { size, root, timestampMs }, body.subarray(TIMESTAMP_BYTES))) {
    return { kind: 'untrusted', detail: 'the signature does not verify' }
  }
  return { kind: 'head', head: { size, rootHash: root.toString('base64'), timestampMs } }
}

/** First four bytes of SHA-256(name, newline, type, log id): identifies the key inside a note. */
function rfc6962KeyId({ origin, logId }: Pick<CtLog, 'origin' | 'logId'>): Buffer {
  const hash = createHash('sha256')
    .update(`${origin}\n`)
    .update(Uint8Array.of(RFC6962_SIGNATURE_TYPE))
  return hash.update(Buffer.from(logId, 'base64')).digest().subarray(0, KEY_ID_BYTES)
}

function readNote(text: string): Note | null {
  if (text.length > MAX_CHECKPOINT_BYTES || hasControlCharacter(text) || !text.endsWith('\n'))
    return null
  const separator = text.lastIndexOf('\n\n')
  if (separator < 0) return null
  const [origin, sizeText = '', rootText = '', ...extensions] = text.slice(0, separator).split('\n')
  const root = decodeBase64(rootText)
  const signatures = readSignatures(text.slice(separator + 2))
  if (!origin || extensions.length > 0 || root?.length !== 32 || !signatures) return null
  const size = SIZE.test(sizeText) ? Number(sizeText) : Number.NaN
  return Number.isSafeInteger(size) ? { origin, size, root, signatures } : null
}

function readSignatures(text: string): Signature[] | null {
  const lines = text.slice(0, -1).split('\n')
  if (lines.length > MAX_SIGNATURES) return null
  const signatures: Signature[] = []
  for (const line of lines) {
    const [, name, encoded] = SIGNATURE_LINE.exec(line) ?? []
    const bytes = encoded ? decodeBase64(encoded) : null
    if (!name || !bytes || bytes.length <= KEY_ID_BYTES) return null
    signatures.push({ name, bytes })
  }
  return signatures
}

/** Any ASCII control character except the newline; a valid note contains none. */
function hasControlCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 && code !== 0x0a) return true
  }
  return false
}

const SignedTreeHead = z.object({
  tree_size: z.int().min(0),
  timestamp: z.int().min(0),
  sha256_root_hash: z.string().length(44),
  tree_head_signature: z.string().max(4096),
})

/**
 * Reads the answer to `get-sth` (RFC 6962 section 4.3) and verifies its signature. Never throws.
 */
export function parseSignedTreeHead(json: unknown, log: Pick<CtLog, 'key'>): HeadOutcome {
  const answer = SignedTreeHead.safeParse(json)
  if (!answer.success) return { kind: 'malformed', detail: 'not a signed tree head' }
  const { tree_size: size, timestamp: timestampMs, sha256_root_hash: rootHash } = answer.data
  const root = decodeBase64(rootHash)
  const signature = decodeBase64(answer.data.tree_head_signature)
  if (root?.length !== 32 || !signature)
    return { kind: 'malformed', detail: 'the tree head is not base64' }
  if (!isTreeHeadSignedBy(log.key, { size, root, timestampMs }, signature)) {
    return { kind: 'untrusted', detail: 'the signature does not verify' }
  }
  return { kind: 'head', head: { size, rootHash, timestampMs } }
}

const HASH_SHA256 = 4
const SIGNATURE_RSA = 1
const SIGNATURE_ECDSA = 3
const MIN_RSA_BITS = 2048

type SignedHead = { size: number; root: Uint8Array; timestampMs: number }

/**
 * `digitallySigned`: TLS DigitallySigned (hash, algorithm, u16 length, signature), RFC 6962 section
 * 3.5; section 2.1.4 permits only ECDSA on P-256 and RSA, both with SHA-256.
 * @param key SubjectPublicKeyInfo, DER in base64
 */
function isTreeHeadSignedBy(key: string, head: SignedHead, digitallySigned: Uint8Array): boolean {
  const publicKey = readLogKey(key)
  if (!publicKey || digitallySigned.length < 5) return false
  const [hash, algorithm, high = 0, low = 0] = digitallySigned
  const signature = digitallySigned.subarray(4)
  if (hash !== HASH_SHA256 || algorithm !== algorithmOf(publicKey)) return false
  if (signature.length !== high * 256 + low) return false
  return verify('sha256', treeHeadBytes(head), publicKey, signature)
}

/** The bytes that a log signs: version 0, signature type 1, then time, size and root. */
export function treeHeadBytes({ size, root, timestampMs }: SignedHead): Buffer {
  const bytes = Buffer.alloc(50)
  bytes[1] = 1
  bytes.writeBigUInt64BE(BigInt(timestampMs), 2)
  bytes.writeBigUInt64BE(BigInt(size), 10)
  bytes.set(root, 18)
  return bytes
}

function readLogKey(key: string): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  } catch {
    return null // log lists are untrusted input: an unreadable key verifies nothing
  }
}

function algorithmOf(key: KeyObject): number | null {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return SIGNATURE_ECDSA
  if (key.asymmetricKeyType === 'rsa' && modulusLength >= MIN_RSA_BITS) return SIGNATURE_RSA
  return null
}
