import { hash as sha, sign } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import {
  authorityKeyExtension,
  caExtensions,
  leafUsageExtensions,
  signCertificate,
  subjectAltNameExtension,
} from '../ct-log/certificate.ts'
import { oid, sequence } from '../ct-log/der.ts'
import { p256KeyFor, type KeyPair } from '../keys.ts'
import { createLruCache } from '../lru-cache.ts'

export type LeafCertificates = {
  caPem: string
  contextFor: (domain: string) => SecureContext
}

const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))
const CA_NAME = 'Storefront Simulation TLS CA'
// A context costs 0.6 ms and some 100 kB outside the JavaScript heap, so about a dozen shops share
// one.
const CONTEXTS = 150

/** The domains that share one certificate; the first one names it. */
export type NeighboursOf = (domain: string) => string[]

/**
 * Certificates for the https hosts of the world, created when a host is first requested; all share
 * one key.
 */
export function createLeafCertificates(seed: number, neighboursOf: NeighboursOf): LeafCertificates {
  const caKey = p256KeyFor(`tls authority of world ${seed}`)
  const leafKey = p256KeyFor(`tls key of world ${seed}`)
  const keyPem = leafKey.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const contexts = createLruCache<string, SecureContext>(CONTEXTS)
  const caKeyId = sha('sha1', caKey.spki, 'buffer')
  return {
    caPem: toPem(certificate(CA_NAME, caKey, caKey, [...caExtensions(caKeyId)])),
    contextFor: (domain) => {
      const domains = neighboursOf(domain)
      const name = domains[0] ?? domain
      return contexts.get(`${name} ${domains.length}`, () => {
        const names = subjectAltNameExtension(domains.flatMap((each) => [each, `*.${each}`]))
        const leaf = certificate(name.slice(0, 64), leafKey, caKey, [
          ...leafUsageExtensions,
          authorityKeyExtension(caKeyId),
          names,
        ])
        return createSecureContext({ key: keyPem, cert: toPem(leaf), minVersion: 'TLSv1.2' })
      })
    },
  }
}

function certificate(
  subject: string,
  subjectKey: KeyPair,
  caKey: KeyPair,
  extensions: Buffer[],
): Buffer {
  const fields = { subject, subjectKey, issuer: CA_NAME, algorithm: ECDSA_SHA256, extensions }
  return signCertificate(fields, (body) => sign('sha256', body, caKey.privateKey))
}

const toPem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(der.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`
