import { readLocale } from '#i18n/read-locale.ts'
import type { PageRequest } from '#web/entry-server.tsx'

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
  readTexts: async (language, namespace) =>
    readLocale(language, namespace) as Record<string, unknown>,
  assetsOf: () => ({ entry: '/assets/entry.js', styles: [], modules: [], fonts: [] }),
}
