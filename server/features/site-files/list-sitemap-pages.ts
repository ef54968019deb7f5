import { publicPages, type PublicPage } from '#contracts/public-pages.ts'
import type { AppContext } from '#server/context.ts'
import type { SitemapPage } from './sitemap.ts'

type Given = Pick<AppContext, 'db' | 'config' | 'now'> & {
  /** When the pages were built. */
  builtAt: Date
}

/** What says of some pages that they exist. A feature with pages of its own adds one here. */
type SitemapSource = (given: Given) => Promise<SitemapPage[]>
const sources: readonly SitemapSource[] = [listPublicPages]

export async function listSitemapPages(given: Given): Promise<SitemapPage[]> {
  return (await Promise.all(sources.map((source) => source(given)))).flat()
}

async function listPublicPages(given: Given): Promise<SitemapPage[]> {
  const names = Object.keys(publicPages) as PublicPage[] // Safe: the keys of a literal.
  return names.map((name) => ({ path: publicPages[name], modified: modifiedOf(name, given) }))
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

function modifiedOf(page: PublicPage, { config, now, builtAt }: Given): string {
  // Their figures are those of today.
  if (page === 'home' || page === 'freshness') return dayOf(now())
  if (page === 'privacy' || page === 'terms') return config.TEXTS_MODIFIED
  return dayOf(builtAt)
}
