import { createPublicKey, verify, type KeyObject } from 'node:crypto'

const HASH_SHA256 = 4
const SIGNATURE_RSA = 1
const SIGNATURE_ECDSA = 3
const MIN_RSA_BITS = 2048

export type SignedHead = { size: number; root: Uint8Array; timestampMs: number }

/**
 * True if `digitallySigned` (TLS DigitallySigned: hash, algorithm, u16 length, signature) is the log's own signature over its tree head.
 * RFC 6962 section 3.5; section 2.1.4 permits only ECDSA on P-256 and RSA, both with SHA-256.
 * @param key SubjectPublicKeyInfo, DER in base64
 */
export function isTreeHeadSignedBy(key: string, head: SignedHead, digitallySigned: Uint8Array): boolean {
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
