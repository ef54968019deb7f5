import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PageRequest } from '#web/entry-server.tsx'

const LOCALES = path.join(import.meta.dirname, '../i18n/locales')

/** A visitor's request for the landing page, which finds no data. */
export const examplePageRequest: PageRequest = {
  url: '/',
  acceptLanguage: undefined,
  cookie: undefined,
  nonce: 'n0nce',
  origin: 'https://storedawn.example',
  supportEmail: 'support@storedawn.example',
  socialLinks: [],
  identityProvider: null,
  operator: { name: null, address: null, textsModified: '2024-12-21' },
  api: () => Promise.reject(new Error('down')),
  readTexts: async (language, namespace) => {
    const text = await readFile(path.join(LOCALES, language, `${namespace}.json`), 'utf8')
    return JSON.parse(text) as Record<string, unknown>
  },
  assetsOf: () => ({ entry: '/assets/entry.js', styles: [], modules: [], fonts: [] }),
}
