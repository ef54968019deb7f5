import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ArticlePage } from '#contracts/blog.ts'
import { cn } from '#web/lib/cn.ts'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'
import { ArticleCard } from './article-card.tsx'
import { BlogAlert } from './blog-alert.tsx'
import { pageWindow } from './page-window.ts'

export const PAGE_SIZE = 6

type Props = {
  title: string
  data: ArticlePage | undefined
  error: unknown
  onRetry: () => void
  /** 0-based. */
  page: number
  hrefOf: (page: number) => string
}

/** Articles in pages of six. */
export function ArticleList({ title, data, error, onRetry, page, hrefOf }: Props) {
  const { t } = useTranslation('blog')
  return (
    <section aria-labelledby="blog-articles" className="grid content-start gap-2">
      <h2 id="blog-articles" className="border-b border-rule pb-3 text-xl font-semibold">
        {title}
      </h2>
      {!data && error !== null && <BlogAlert text={t('errors.articles')} error={error} onRetry={onRetry} />}
      {!data && error === null && (
        <Skeleton className="grid">
          {Array.from({ length: PAGE_SIZE }, (_, at) => (
            <div key={at} className="grid gap-6 border-b border-line py-6 sm:grid-cols-[13rem_minmax(0,1fr)]">
              <Bone className="aspect-video rounded-lg" />
              <Bone className="h-28" />
            </div>
          ))}
        </Skeleton>
      )}
      {data?.articles.length === 0 && <p className="py-6 text-muted">{t('empty.posts')}</p>}
      {data && (
        <ul>
          {data.articles.map((article) => (
            <li key={article.id} className="border-b border-line">
              <ArticleCard article={article} look="row" />
            </li>
          ))}
        </ul>
      )}
      {data && <Pages page={page} total={Math.ceil(data.total / PAGE_SIZE)} hrefOf={hrefOf} />}
    </section>
  )
}

const square =
  'grid min-h-10 min-w-10 place-items-center rounded-md px-2 text-sm font-semibold pointer-coarse:min-h-11 pointer-coarse:min-w-11'

function Pages({ page, total, hrefOf }: { page: number; total: number; hrefOf: (page: number) => string }) {
  const { t } = useTranslation('components')
  if (total <= 1) return null
  return (
    <nav aria-label={t('pagination.label')} className="mt-4 flex flex-wrap items-center justify-center gap-1">
      <Step to={page > 0 ? hrefOf(page - 1) : null} label={t('pagination.previous')}>
        <ChevronLeft className="size-5" aria-hidden />
      </Step>
      {pageWindow(page, total).map((each) => (
        <Link
          key={each}
          to={hrefOf(each)}
          preventScrollReset
          aria-label={t('pagination.page', { page: each + 1 })}
          aria-current={each === page ? 'page' : undefined}
          className={cn(square, each === page ? 'bg-action text-on-action' : 'hover:bg-sunken')}
        >
          {each + 1}
        </Link>
      ))}
      <Step to={page < total - 1 ? hrefOf(page + 1) : null} label={t('pagination.next')}>
        <ChevronRight className="size-5" aria-hidden />
      </Step>
    </nav>
  )
}

function Step({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  return to === null ? (
    <button
      type="button"
      disabled
      aria-label={label}
      className={cn(square, 'cursor-not-allowed text-control')}
    >
      {children}
    </button>
  ) : (
    <Link to={to} preventScrollReset aria-label={label} className={cn(square, 'hover:bg-sunken')}>
      {children}
    </Link>
  )
}
