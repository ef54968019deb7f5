import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepFile } from '#sim/kept-server.ts'

const KEY_BITS = 2048

/** The values that identify a provider to relying parties: its address and its key. */
export type KeptIdentity = { port: number; privateKeyPem: string }

const FILE = 'identity-provider.json'

/** From the last start in this folder; a damaged file counts as missing. */
export function readIdentity(dataDir: string): KeptIdentity {
  try {
    const { port, privateKeyPem } = JSON.parse(
      readFileSync(join(dataDir, FILE), 'utf8'),
    ) as KeptIdentity
    createPublicKey(privateKeyPem)
    if (Number.isInteger(port) && port > 0 && port < 65_536) return { port, privateKeyPem }
  } catch {
    // Created below.
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: KEY_BITS })
  return { port: 0, privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

export const keepIdentity = (dataDir: string, identity: KeptIdentity): void =>
  keepFile(dataDir, FILE, JSON.stringify(identity))
