import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepFile } from '#sim/kept-server.ts'
import { emptyBooks, type Books } from './ledger-types.ts'

/** State that survives a restart: the port, the credentials that shops know, and the books. */
export type KeptPage = { port: number; secretKey: string; webhookSecret: string; books: Books }

const FILE = 'payment-page.json'

/** From the last start in this folder; a damaged file counts as missing. */
export function readBooks(dataDir: string): KeptPage {
  try {
    const kept = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as KeptPage
    if (Number.isInteger(kept.port) && kept.secretKey && kept.webhookSecret)
      return { ...kept, books: { ...emptyBooks(), ...kept.books } }
  } catch {
    // Created below.
  }
  const secret = (prefix: string): string => `${prefix}_${randomBytes(24).toString('base64url')}`
  return {
    port: 0,
    secretKey: secret('sk_demo'),
    webhookSecret: secret('whsec_demo'),
    books: emptyBooks(),
  }
}

export const keepBooks = (dataDir: string, kept: KeptPage): void =>
  keepFile(dataDir, FILE, JSON.stringify(kept))
