import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import {
  type Article,
  countArticleView,
  getArticle,
  getArticleBySlug,
  listRelatedArticles,
} from '#contracts/blog.ts'
import { isApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { q, transportOf } from '#web/api/query.ts'
import { useFormats } from '#web/lib/format.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { SectionDisclosure, SectionNav } from '#web/ui/text-page/section-nav.tsx'
import { bodyGrid } from '#web/ui/text-page/text-grid.ts'
import { ArticleCard } from './article-card.tsx'
import { ArticleMeta } from './article-meta.tsx'
import { answerOf } from './blog-answer.ts'
import { BackToBlog } from './back-to-blog.tsx'
import { CategoryMark } from './category-mark.tsx'
import { NothingHere } from './nothing-here.tsx'
import { readTimeText } from './read-time.ts'
import { ShareLinks } from './share-links.tsx'

/** Digits are an article's number; everything else is its slug. */
export const articleQuery = (idOrSlug: string) =>
  /^\d+$/.test(idOrSlug)
    ? q(getArticle, { params: { id: Number(idOrSlug) } })
    : q(getArticleBySlug, { params: { slug: idOrSlug } })

export const relatedQuery = (id: number) => q(listRelatedArticles, { params: { id }, query: { limit: 3 } })

export function ArticlePage() {
  const { t } = useTranslation('blog')
  const { idOrSlug = '' } = useParams()
  const { data: article, failure, retry } = answerOf(useQuery(articleQuery(idOrSlug)))
  // The browser retries a query that failed on the server, so the failure counts only after hydration.
  const error = useHydrated() ? failure : null
  if (article) return <Loaded key={article.id} article={article} />
  if (isApiError(error, 'not_found') || isApiError(error, 'invalid_request'))
    return <NothingHere title={t('article.missing')}>{t('article.missingText')}</NothingHere>
  if (error)
    return (
      <div className="page py-16">
        <PageMeta page="blog" noindex />
        <ErrorState error={error} headingLevel="h1" onRetry={retry} />
      </div>
    )
  return (
    <>
      <PageMeta page="blog" noindex />
      <Skeleton className="page grid max-w-4xl gap-6 py-16">
        <Bone className="h-12 w-2/3" />
        <Bone className="aspect-video rounded-lg" />
        <Bone className="h-96" />
      </Skeleton>
    </>
  )
}

function Loaded({ article }: { article: Article }) {
  useCountedView(article.id)
  const sections = article.headings
    .filter(({ level }) => level === 2)
    .map(({ id, text }) => ({ id, title: text }))
  return (
    <div className="page">
      <ArticleMeta article={article} />
      <article className="pt-8 lg:pt-12">
        <ArticleHead article={article} />
        <div className="@container mt-10">
          <div className={bodyGrid}>
            <div data-print="no">
              {sections.length > 1 && (
                <>
                  <SectionDisclosure sections={sections} lang={article.language} />
                  <SectionNav sections={sections} lang={article.language} />
                </>
              )}
            </div>
            <div className="min-w-0">
              {/* The server sanitised it when it read the article: server/features/blog/render-markdown.ts */}
              <div
                lang={article.language}
                className="prose"
                dangerouslySetInnerHTML={{ __html: article.bodyHtml }}
              />
              <ShareLinks article={article} />
            </div>
          </div>
        </div>
      </article>
      <Related id={article.id} />
    </div>
  )
}

function ArticleHead({ article }: { article: Article }) {
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 border-b border-rule pb-8 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:items-center lg:pb-10">
      <div className="grid gap-4">
        <BackToBlog />
        <CategoryMark slug={article.categorySlug} name={article.category} isLink />
        <h1 lang={article.language} className="text-2xl">
          {article.title}
        </h1>
        <p lang={article.language} className="max-w-prose text-lg text-muted">
          {article.excerpt}
        </p>
        <Facts article={article} />
      </div>
      <img
        src={article.image}
        alt=""
        width={1200}
        height={675}
        referrerPolicy="no-referrer"
        className="aspect-video w-full rounded-lg bg-sunken object-cover max-sm:aspect-[2/1]"
      />
    </header>
  )
}

function Facts({ article }: { article: Article }) {
  const { t } = useTranslation('blog')
  const { day } = useFormats()
  const [published, updated] = [article.publishedAt.slice(0, 10), article.updatedAt.slice(0, 10)]
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-muted">
      <span>{t('article.by', { author: article.author })}</span>
      <time dateTime={article.publishedAt}>{day(published)}</time>
      {updated !== published && (
        <time dateTime={article.updatedAt}>{t('article.updated', { day: day(updated) })}</time>
      )}
      <span>{readTimeText(t, article.readTime)}</span>
    </p>
  )
}

function Related({ id }: { id: number }) {
  const { t } = useTranslation('blog')
  const { data } = useQuery(relatedQuery(id))
  // Related articles are optional, so a failure to load them shows no message.
  if (!data || data.data.length === 0) return null
  return (
    <section aria-labelledby="blog-related" className="mt-16 border-t border-rule pt-8">
      <h2 id="blog-related" className="mb-6 text-xl font-semibold">
        {t('article.related')}
      </h2>
      <div className="grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
        {data.data.map((article) => (
          <ArticleCard key={article.id} article={article} look="tile" />
        ))}
      </div>
    </section>
  )
}

/** Counts once per opening; the server counts each reader once a day. The page ignores a failed count. */
function useCountedView(id: number): void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (of: number) => call(transportOf(client), countArticleView, { params: { id: of } }),
    onError: () => undefined,
  })
  useEffect(() => mutate(id), [id, mutate])
}
