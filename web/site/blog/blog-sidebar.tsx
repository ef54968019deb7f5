import { useQuery } from '@tanstack/react-query'
import { Rss } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listFilledBlogCategories, listRecentArticles } from '#contracts/site/blog.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/feedback/loaded.tsx'
import { CategoryMark } from './article-card.tsx'
import { ArticleSearch, PostList } from './article-search.tsx'
import { BlogPart } from './blog-alert.tsx'

/**
 * Articles with the sidebar beside them. On narrow screens the search comes first and the rest of
 * the sidebar last.
 */
export function BlogColumns({ children, ...sidebar }: SidebarProps & { children: ReactNode }) {
  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr]">
      <div className="lg:col-start-2">
        <ArticleSearch />
      </div>
      <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">{children}</div>
      <div className="lg:col-start-2">
        <BlogSidebar {...sidebar} />
      </div>
    </div>
  )
}

const MAX_CATEGORIES = 6
export const FEATURED = { query: { limit: 3 } }
const MAX_RECENT = 10
/** Enough to leave out the featured ones, shown beside them. */
export const RECENT = { query: { limit: MAX_RECENT + FEATURED.query.limit } }

type SidebarProps = {
  /** Offer the feed of this category instead of the feed of the whole blog. */
  category?: string
  /** Ids of the articles that the page already shows. */
  shown?: ReadonlySet<number>
}

function BlogSidebar({ category, shown }: SidebarProps) {
  const { t } = useTranslation('blog')
  return (
    <aside aria-label={t('sidebar.label')} className="grid content-start gap-10">
      <Categories />
      <Recent {...(shown && { shown })} />
      <a
        href={paths.blogFeed(category)}
        className="link inline-flex min-h-9 items-center gap-2 justify-self-start text-sm pointer-coarse:min-h-11"
      >
        <Rss className="size-4" aria-hidden />
        {t('sidebar.feed')}
      </a>
    </aside>
  )
}

function Categories() {
  const { t } = useTranslation('blog')
  const { number } = useFormats()
  const categories = useQuery(q(listFilledBlogCategories, {}))
  return (
    <section aria-labelledby="blog-categories" className="grid gap-2">
      <h2 id="blog-categories" className="text-base font-semibold">
        {t('sidebar.categories')}
      </h2>
      <BlogPart
        query={categories}
        failed={t('errors.categories')}
        skeleton={
          <Skeleton
            className="grid gap-3 py-1"
            bones={Array.from({ length: MAX_CATEGORIES }, () => 'h-6')}
          />
        }
      >
        {({ data }) => (
          <ul>
            {data.slice(0, MAX_CATEGORIES).map(({ slug, name, articleCount }) => (
              <li
                key={slug}
                className="flex items-center justify-between gap-3 border-b border-line"
              >
                <CategoryMark slug={slug} name={name} isLink />
                <span className="text-sm text-muted">
                  {number(articleCount)}
                  <span className="sr-only"> {t('stats.articles')}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </BlogPart>
    </section>
  )
}

function Recent({ shown }: Pick<SidebarProps, 'shown'>) {
  const { t } = useTranslation('blog')
  const recent = useQuery(q(listRecentArticles, RECENT))
  return (
    <section aria-labelledby="blog-recent" className="grid gap-2">
      <h2 id="blog-recent" className="text-base font-semibold">
        {t('sidebar.recent')}
      </h2>
      <BlogPart
        query={recent}
        failed={t('errors.posts')}
        skeleton={
          <Skeleton
            className="grid h-[400px] content-start gap-4 py-3"
            bones={Array.from({ length: 5 }, () => 'h-12')}
          />
        }
      >
        {({ data }) =>
          data.length > 0 ? (
            <PostList articles={data.filter(({ id }) => !shown?.has(id)).slice(0, MAX_RECENT)} />
          ) : (
            <p className="text-sm text-muted">{t('empty.posts')}</p>
          )
        }
      </BlogPart>
    </section>
  )
}
