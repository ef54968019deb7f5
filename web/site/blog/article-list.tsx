import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ArticlePage } from '#contracts/site/blog.ts'
import { cn } from '#web/lib/cn.ts'
import { readPage, writePage } from '#web/lib/navigation/page-number.ts'
import { Bone, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { ArticleCard } from './article-card.tsx'
import { BlogPart } from './blog-alert.tsx'

export const PAGE_SIZE = 6

export const pagesOf = ({ total }: ArticlePage): number => Math.ceil(total / PAGE_SIZE)

/**
 * True for a page after the last one. Search engines should index only pages that exist; the first
 * one always does.
 */
export const isBeyondEnd = (data: ArticlePage | undefined, page: number): boolean =>
  data !== undefined && page > 0 && page >= pagesOf(data)

type Props = {
  title: string
  query: UseQueryResult<{ data: ArticlePage }>
  /** 0-based. */
  page: number
  hrefOf: (page: number) => string
  /** Ids of the articles above the list. */
  shown?: ReadonlySet<number>
}

export function ArticleList({ title, query, page, hrefOf, shown }: Props) {
  const { t } = useTranslation('blog')
  const isOld = query.isPlaceholderData
  return (
    <section aria-labelledby={ARTICLES_ID} className="grid content-start gap-2">
      <h2 id={ARTICLES_ID} className="border-b border-rule pb-3 text-xl font-semibold">
        {title}
      </h2>
      <BlogPart query={query} failed={t('errors.articles')} skeleton={<ListSkeleton />}>
        {({ data }) => (
          <>
            {data.articles.length === 0 && (
              <div className="grid justify-items-start gap-3 py-6 text-muted">
                <p>{page === 0 || data.total === 0 ? t('empty.posts') : t('empty.page')}</p>
                {page > 0 && (
                  <Link to={hrefOf(0)} className="link">
                    {t('empty.toFirst')}
                  </Link>
                )}
              </div>
            )}
            <ul
              aria-busy={isOld}
              className={cn('transition-opacity duration-150 empty:hidden', isOld && 'opacity-60')}
            >
              {data.articles
                .filter(({ id }) => !shown?.has(id))
                .map((article) => (
                  <li key={article.id} className="border-b border-line">
                    <ArticleCard article={article} layout="row" />
                  </li>
                ))}
            </ul>
            <div className="mt-4">
              <Pagination
                // From beyond the end, the pager leads back to the last page.
                page={Math.min(page, pagesOf(data))}
                totalPages={pagesOf(data)}
                hrefOf={hrefOf}
                buttonsOf={pageWindow}
              />
            </div>
          </>
        )}
      </BlogPart>
    </section>
  )
}

const ListSkeleton = () => (
  <Skeleton className="grid">
    {Array.from({ length: PAGE_SIZE }, (_, at) => (
      <div
        key={at}
        className="grid gap-6 border-b border-line py-6 sm:grid-cols-[13rem_minmax(0,1fr)]"
      >
        <Bone className="aspect-video rounded-lg" />
        <Bone className="h-28" />
      </div>
    ))}
  </Skeleton>
)

/** The endpoint accepts an offset of at most 100,000 articles. */
export const pageOfAddress = (search: URLSearchParams): number => readPage(search, 10_000)

/** Start of the list. Turning the page scrolls to its first article. */
const ARTICLES_ID = 'blog-articles'

/** Keeps the rest of the address; the first page has no number. */
export function addressOfPage(search: URLSearchParams, page: number): string {
  const next = new URLSearchParams(search)
  writePage(next, page)
  return `${next.size > 0 ? `?${next}` : '?'}#${ARTICLES_ID}`
}

const MAX_BUTTONS = 5

/** Up to five pages (0-based) around the current one. */
export function pageWindow(page: number, totalPages: number): number[] {
  const count = Math.min(MAX_BUTTONS, totalPages)
  const first = Math.min(Math.max(0, page - Math.floor(MAX_BUTTONS / 2)), totalPages - count)
  return Array.from({ length: count }, (_, at) => first + at)
}
