import { hash as sha, sign } from 'node:crypto'
import { ed25519KeyFor, type KeyPair } from '../keys.ts'
import {
  authorityInfoExtension,
  authorityKeyExtension,
  caExtensions,
  ED25519_ALGORITHM,
  nameOf,
  signCertificate,
} from './certificate.ts'

/** The authority that issued the certificates in the logs: an intermediate under a root. */
export type Issuer = {
  key: KeyPair
  subject: Buffer
  authorityKey: Buffer
  authorityInfo: Buffer
  /** SHA-256 of the issuer's public key, as in precertificate entries. */
  keyHash: Buffer
  /** Intermediate first, then root. */
  chain: { certificate: Buffer; fingerprint: Buffer }[]
}

const INTERMEDIATE = 'Daybreak Simulated E7'
const ROOT = 'Daybreak Simulated Root X2'

export function createIssuer(seed: number): Issuer {
  const rootKey = ed25519KeyFor(`root of world ${seed}`)
  const key = ed25519KeyFor(`intermediate of world ${seed}`)
  const root = caCertificate(ROOT, rootKey, ROOT, rootKey)
  const intermediate = caCertificate(INTERMEDIATE, key, ROOT, rootKey)
  return {
    key,
    subject: nameOf(INTERMEDIATE),
    authorityKey: authorityKeyExtension(keyIdOf(key)),
    authorityInfo: authorityInfoExtension('http://e7.daybreak.ct-sim.test/'),
    keyHash: sha('sha256', key.spki, 'buffer'),
    chain: [intermediate, root].map((certificate) => ({
      certificate,
      fingerprint: sha('sha256', certificate, 'buffer'),
    })),
  }
}

const keyIdOf = (key: KeyPair): Buffer => sha('sha1', key.spki, 'buffer')

function caCertificate(
  subject: string,
  subjectKey: KeyPair,
  issuer: string,
  issuerKey: KeyPair,
): Buffer {
  const extensions = [
    ...caExtensions(keyIdOf(subjectKey)),
    authorityKeyExtension(keyIdOf(issuerKey)),
  ]
  const fields = { subject, subjectKey, issuer, algorithm: ED25519_ALGORITHM, extensions }
  return signCertificate(fields, (body) => sign(null, body, issuerKey.privateKey))
}
