import { generateKeyPairSync } from 'node:crypto'

/** As a mail server needs it to sign: made for this run. */
export function makeKeys(): { key: string; publicKey: string } {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return {
    key: keys.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    publicKey: keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}
