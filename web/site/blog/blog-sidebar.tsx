import { useQuery } from '@tanstack/react-query'
import { Rss } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listFilledBlogCategories, listRecentArticles } from '#contracts/blog.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { CategoryMark } from './article-card.tsx'
import { ArticleSearch, PostList } from './article-search.tsx'
import { BlogAlert } from './blog-alert.tsx'
import { answerOf } from './blog-answer.ts'

/**
 * Articles with the sidebar beside them. On narrow screens the search comes first and the rest of
 * the sidebar last.
 */
export function BlogColumns({ children, category }: { children: ReactNode; category?: string }) {
  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr]">
      <div className="lg:col-start-2">
        <ArticleSearch />
      </div>
      <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">{children}</div>
      <div className="lg:col-start-2">
        <BlogSidebar {...(category !== undefined && { category })} />
      </div>
    </div>
  )
}

const MAX_CATEGORIES = 6
export const RECENT = { query: { limit: 10 } }

/** `category`: offer the feed of this category instead of the feed of the whole blog. */
function BlogSidebar({ category }: { category?: string }) {
  const { t } = useTranslation('blog')
  return (
    <aside aria-label={t('sidebar.label')} className="grid content-start gap-10">
      <Categories />
      <Recent />
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
  const { data, failure, retry } = answerOf(useQuery(q(listFilledBlogCategories, {})))
  if (failure !== null)
    return <BlogAlert text={t('errors.categories')} error={failure} onRetry={retry} />
  return (
    <section aria-labelledby="blog-categories" className="grid gap-2">
      <h2 id="blog-categories" className="text-base font-semibold">
        {t('sidebar.categories')}
      </h2>
      {data ? (
        <ul>
          {data.slice(0, MAX_CATEGORIES).map(({ slug, name, articleCount }) => (
            <li key={slug} className="flex items-center justify-between gap-3 border-b border-line">
              <CategoryMark slug={slug} name={name} isLink />
              <span className="text-sm text-muted">
                {number(articleCount)}
                <span className="sr-only"> {t('stats.articles')}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton className="grid gap-3 py-1">
          {[0, 1, 2, 3, 4, 5].map((each) => (
            <Bone key={each} className="h-6" />
          ))}
        </Skeleton>
      )}
    </section>
  )
}

function Recent() {
  const { t } = useTranslation('blog')
  const { data, failure, retry } = answerOf(useQuery(q(listRecentArticles, RECENT)))
  if (failure !== null)
    return <BlogAlert text={t('errors.posts')} error={failure} onRetry={retry} />
  return (
    <section aria-labelledby="blog-recent" className="grid gap-2">
      <h2 id="blog-recent" className="text-base font-semibold">
        {t('sidebar.recent')}
      </h2>
      {!data && (
        <Skeleton className="grid h-[400px] content-start gap-4 py-3">
          {[0, 1, 2, 3, 4].map((each) => (
            <Bone key={each} className="h-12" />
          ))}
        </Skeleton>
      )}
      {data?.length === 0 && <p className="text-sm text-muted">{t('empty.posts')}</p>}
      {data && data.length > 0 && <PostList articles={data} />}
    </section>
  )
}
