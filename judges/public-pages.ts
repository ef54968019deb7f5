import { languages } from '#i18n/languages.ts'
import { inLanguage } from '#server/platform/links.ts'

/** Pages for everyone that no search engine is told about, with what their address may carry. */
const UNLISTED = [
  '/forgot-password',
  '/reset-password?token=x',
  '/email-verification?email=ada@shop.example',
  '/newsletter?token=x',
  '/unsubscribe?token=x',
  '/undo-deletion?token=x',
  '/payment-success?success=true',
  '/blog?page=2',
  '/blog?q=store',
  '/sample?page=2',
  // The shell that a visitor of a page for members gets, and an address that leads nowhere.
  '/list',
  '/settings/preferences',
  '/no/such/page',
]

/** The addresses of the sitemap. */
export async function readSitemap(origin: string): Promise<string[]> {
  const text = await (await fetch(`${origin}/sitemap.xml`)).text()
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )
}

/** Every page that anyone may open, in each of its languages. */
export async function listPublicPages(origin: string): Promise<string[]> {
  const unlisted = UNLISTED.flatMap((path) =>
    languages.map((language) => {
      const { pathname, searchParams } = new URL(path, origin)
      return inLanguage(origin + pathname, language, Object.fromEntries(searchParams))
    }),
  )
  return [...(await readSitemap(origin)), ...unlisted]
}
