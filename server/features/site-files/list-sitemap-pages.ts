import { publicPages, type PublicPage } from '#contracts/public-pages.ts'
import { isLanguage, type Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/context.ts'
import { published } from '#server/features/blog/list-articles.ts'
import type { SitemapPage } from './sitemap.ts'

type Given = Pick<AppContext, 'db' | 'config' | 'now'> & {
  /** When the pages were built. */
  builtAt: Date
}

/** Lists the pages of one feature. A feature with public pages adds its source here. */
type SitemapSource = (given: Given) => Promise<SitemapPage[]>
const sources: readonly SitemapSource[] = [listPublicPages, listBlogPages]

export async function listSitemapPages(given: Given): Promise<SitemapPage[]> {
  return (await Promise.all(sources.map((source) => source(given)))).flat()
}

async function listPublicPages(given: Given): Promise<SitemapPage[]> {
  const names = Object.keys(publicPages) as PublicPage[] // Safe: the keys of a literal.
  return names.map((name) => ({ path: publicPages[name], modified: modifiedOf(name, given) }))
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

function modifiedOf(page: PublicPage, { config, now, builtAt }: Given): string {
  // They show today's figures.
  if (page === 'home' || page === 'freshness') return dayOf(now())
  if (page === 'privacy' || page === 'terms') return config.TEXTS_MODIFIED
  return dayOf(builtAt)
}

/** An article has one language; the list of its category exists in all. */
async function listBlogPages(given: Given): Promise<SitemapPage[]> {
  const articles = await published(given)
    .select(['slug', 'category', 'language', 'updated_at'])
    .orderBy('updated_at')
    .orderBy('id')
    .execute()
  // Later entries overwrite earlier ones, which leaves the latest change in each category.
  const categories = new Map(articles.map(({ category, updated_at }) => [category, dayOf(updated_at)]))
  return [
    ...[...categories].map(([slug, modified]) => ({ path: `/blog/category/${slug}`, modified })),
    ...articles.map(({ slug, language, updated_at }) => ({
      path: `/blog/${slug}`,
      modified: dayOf(updated_at),
      languages: [language].filter((each): each is Language => isLanguage(each)),
    })),
  ]
}
