import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEY_BITS = 2048

/** The values that identify a provider to relying parties: its address and its key. */
export type KeptIdentity = { port: number; privateKeyPem: string }

const fileIn = (dataDir: string): string => join(dataDir, 'identity-provider.json')

/** From the last start in this folder; a damaged file counts as missing. */
export function readIdentity(dataDir: string): KeptIdentity {
  try {
    const { port, privateKeyPem } = JSON.parse(
      readFileSync(fileIn(dataDir), 'utf8'),
    ) as KeptIdentity
    createPublicKey(privateKeyPem)
    if (Number.isInteger(port) && port > 0 && port < 65_536) return { port, privateKeyPem }
  } catch {
    // Created below.
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: KEY_BITS })
  return { port: 0, privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

export function keepIdentity(dataDir: string, identity: KeptIdentity): void {
  mkdirSync(dataDir, { recursive: true })
  const file = fileIn(dataDir)
  writeFileSync(`${file}.new`, JSON.stringify(identity), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
