import { hash as sha, sign } from 'node:crypto'
import { ed25519KeyFor, type KeyPair } from '../keys.ts'
import { DAY_MS } from '../time.ts'
import {
  authorityInfoExtension,
  authorityKeyExtension,
  caExtensions,
  ED25519_ALGORITHM,
  nameOf,
  serialOf,
  versionThree,
} from './certificate.ts'
import { bitString, sequence, time, tlv } from './der.ts'

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
  const validFrom = Date.UTC(2020, 0, 1)
  const body = sequence(
    versionThree,
    serialOf(subject),
    ED25519_ALGORITHM,
    nameOf(issuer),
    sequence(time(validFrom), time(validFrom + 29 * 365 * DAY_MS)),
    nameOf(subject),
    subjectKey.spki,
    tlv(
      0xa3,
      sequence(...caExtensions(keyIdOf(subjectKey)), authorityKeyExtension(keyIdOf(issuerKey))),
    ),
  )
  return sequence(body, ED25519_ALGORITHM, bitString(sign(null, body, issuerKey.privateKey)))
}
