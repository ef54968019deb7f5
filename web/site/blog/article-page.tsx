import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { data, type LoaderFunctionArgs, useParams } from 'react-router'
import {
  type Article,
  countArticleView,
  getArticle,
  getArticleBySlug,
  listRelatedArticles,
} from '#contracts/site/blog.ts'
import { languageInfo } from '#i18n/languages.ts'
import { isApiError } from '#web/api/api-error.ts'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { servicesOf } from '#web/lib/app/services.ts'
import { useSite } from '#web/lib/app/site.tsx'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'
import { paths } from '#web/paths.ts'
import { SectionDisclosure, SectionNav } from '#web/site/text-page/section-nav.tsx'
import { bodyGrid } from '#web/site/text-page/text-head.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { ArticleCard, CategoryMark, readTimeText } from './article-card.tsx'
import { ArticleMeta } from './article-meta.tsx'
import { BackToBlog, NothingHere } from './blog-links.tsx'

export function ArticlePage() {
  const { t } = useTranslation('blog')
  const { idOrSlug = '' } = useParams()
  const query = useQuery(articleQuery(idOrSlug))
  const isHydrated = useHydrated()
  const missing = () => (
    <NothingHere title={t('article.missing')}>{t('article.missingText')}</NothingHere>
  )
  return (
    <Loaded
      // The browser retries a query that failed on the server, so the failure counts only after
      // hydration.
      query={isHydrated ? query : { ...query, error: null }}
      skeleton={<ArticleSkeleton />}
      refusals={{ 404: missing, 400: missing }}
      failure={(error, retry) => (
        <div className="page py-16">
          <PageMeta page="blog" noindex />
          <ErrorState error={error} headingLevel="h1" onRetry={retry} />
        </div>
      )}
    >
      {({ data }) => <LoadedArticle key={data.id} article={data} />}
    </Loaded>
  )
}

const ArticleSkeleton = () => (
  <>
    <PageMeta page="blog" noindex />
    <Skeleton
      className="page grid max-w-4xl gap-6 py-16"
      bones={['h-12 w-2/3', 'aspect-video rounded-lg', 'h-96']}
    />
  </>
)

export { ArticlePage as Component }

const load = pageLoader(['blog'], async ({ queryClient }, args) => {
  const article = await queryClient.ensureQueryData(queryOf(args))
  await queryClient.ensureQueryData(relatedQuery(article.data.id))
})

/** Answers 404 for a missing article, so that search engines do not index it. */
export async function loader(args: LoaderFunctionArgs) {
  await load(args)
  const { queryClient, isServer } = servicesOf(args.context)
  const error = queryClient.getQueryState(queryOf(args).queryKey)?.error
  return isServer && isApiError(error, 'not_found') ? data(null, { status: 404 }) : null
}

/** Digits are an article's number; everything else is its slug. */
const articleQuery = (idOrSlug: string) =>
  /^\d+$/.test(idOrSlug)
    ? q(getArticle, { params: { id: Number(idOrSlug) } })
    : q(getArticleBySlug, { params: { slug: idOrSlug } })

export const relatedQuery = (id: number) =>
  q(listRelatedArticles, { params: { id }, query: { limit: 3 } })

const queryOf = ({ params }: LoaderFunctionArgs) => articleQuery(params['idOrSlug'] ?? '')

function LoadedArticle({ article }: { article: Article }) {
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
              {/* The server sanitised it when it read the article: server/site/blog/render-markdown.ts */}
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
  const pageLanguage = useLanguage()
  const [published, updated] = [article.publishedAt.slice(0, 10), article.updatedAt.slice(0, 10)]
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-muted">
      <span>{t('article.by', { author: article.author })}</span>
      {article.language !== pageLanguage && (
        <span lang={article.language}>{languageInfo[article.language].label}</span>
      )}
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
          <ArticleCard key={article.id} article={article} layout="tile" />
        ))}
      </div>
    </section>
  )
}

/**
 * Counts once per opening; the server counts each reader once a day. The page ignores a failed
 * count.
 */
function useCountedView(id: number): void {
  const { mutate } = useCall(countArticleView)
  useEffect(() => mutate({ params: { id } }), [id, mutate])
}

const shareClass = 'link inline-flex min-h-9 items-center pointer-coarse:min-h-11'

/** Plain links: the page loads nothing from the networks until a reader follows one. */
function ShareLinks({ article: { title, slug } }: { article: Article }) {
  const { t } = useTranslation('blog')
  const { origin } = useSite()
  const address = origin + paths.article(slug)
  const [url, text] = [encodeURIComponent(address), encodeURIComponent(title)]
  const targets = [
    ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${url}`],
    ['X', `https://x.com/intent/post?url=${url}&text=${text}`],
    ['Reddit', `https://www.reddit.com/submit?url=${url}&title=${text}`],
  ] as const
  return (
    <div className="mt-12 flex max-w-prose flex-wrap items-center gap-x-5 gap-y-1 border-t border-line pt-5 text-sm">
      <p className="font-semibold">{t('share.title')}</p>
      {targets.map(([name, href]) => (
        <ExternalLink key={name} href={href} className={shareClass}>
          {name}
        </ExternalLink>
      ))}
      <a href={`mailto:?subject=${text}&body=${url}`} className={shareClass}>
        {t('share.mail')}
      </a>
      <CopyButton value={address} label={t('share.address')} />
    </div>
  )
}
