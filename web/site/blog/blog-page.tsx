import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { data, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import {
  getBlogStats,
  listArticles,
  listFeaturedArticles,
  listFilledBlogCategories,
  listRecentArticles,
} from '#contracts/site/blog.ts'
import { type Language, languageInfo } from '#i18n/languages.ts'
import { q, qKept } from '#web/api/query.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { servicesOf } from '#web/lib/app/services.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'
import { Bone, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { ArticleCard } from './article-card.tsx'
import {
  addressOfPage,
  ArticleList,
  isBeyondEnd,
  PAGE_SIZE,
  pageOfAddress,
} from './article-list.tsx'
import { searchQuery, wordsOfAddress } from './article-search.tsx'
import { BlogPart } from './blog-alert.tsx'
import { BlogColumns, FEATURED, RECENT } from './blog-sidebar.tsx'
import { FeedLinks } from './blog-links.tsx'

export const latestOf = (page: number) => ({
  query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE },
})

export function BlogPage() {
  const { t } = useTranslation(['blog', 'components'])
  const [search] = useSearchParams()
  const page = pageOfAddress(search)
  const latest = useQuery(qKept(listArticles, latestOf(page)))
  const featured = useQuery(q(listFeaturedArticles, FEATURED))
  const isFirst = page === 0
  const shown = new Set(isFirst ? featured.data?.data.map(({ id }) => id) : [])
  return (
    <div className="page">
      <PageMeta
        page="blog"
        {...(page > 0 && {
          title: `${t('hero.title')} · ${t('components:pagination.page', { page: page + 1 })}`,
        })}
        pageNumber={page + 1}
        noindex={isBeyondEnd(latest.data?.data, page)}
      />
      <FeedLinks />
      <BlogHero />
      <BlogColumns shown={shown}>
        <div className="grid min-w-0 content-start gap-14">
          {isFirst && <FeaturedArticles />}
          <ArticleList
            title={t('latest')}
            shown={shown}
            query={latest}
            page={page}
            hrefOf={(to) => addressOfPage(search, to)}
          />
        </div>
      </BlogColumns>
    </div>
  )
}

export { BlogPage as Component }

const load = pageLoader(['blog'], async ({ queryClient }, args) => {
  const words = wordsOfAddress(addressOf(args))
  await Promise.allSettled([
    queryClient.ensureQueryData(q(getBlogStats, {})),
    queryClient.ensureQueryData(q(listFeaturedArticles, FEATURED)),
    queryClient.ensureQueryData(q(listArticles, latestOf(pageOfAddress(addressOf(args))))),
    queryClient.ensureQueryData(q(listFilledBlogCategories, {})),
    queryClient.ensureQueryData(q(listRecentArticles, RECENT)),
    words !== '' && queryClient.ensureQueryData(searchQuery(words)),
  ])
})

/** Answers 404 for a page beyond the last one, so that search engines do not index it. */
export async function loader(args: LoaderFunctionArgs) {
  await load(args)
  const { queryClient, isServer } = servicesOf(args.context)
  const page = pageOfAddress(addressOf(args))
  const articles = queryClient.getQueryData(q(listArticles, latestOf(page)).queryKey)
  return isServer && isBeyondEnd(articles?.data, page) ? data(null, { status: 404 }) : null
}

const addressOf = ({ request }: LoaderFunctionArgs) => new URL(request.url).searchParams

function BlogHero() {
  const { t } = useTranslation('blog')
  return (
    <header className="grid gap-8 border-b border-rule pt-12 pb-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end lg:pt-16">
      <div className="grid gap-3">
        <h1 className="text-2xl">{t('hero.title')}</h1>
        <p className="max-w-prose text-lg text-muted">{t('hero.subtitle')}</p>
      </div>
      <Stats />
    </header>
  )
}

function Stats() {
  const { t } = useTranslation('blog')
  const { number } = useFormats()
  const language = useLanguage()
  const { data, error } = useQuery(q(getBlogStats, {}))
  const stats = data?.data
  const figures = [
    ['articles', stats && number(stats.totalArticles)],
    ['categories', stats && number(stats.totalCategories)],
    ['views', stats && inThousands(stats.totalViews, language)],
    ['thisMonth', stats && number(stats.publishedThisMonth)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-[repeat(4,auto)] sm:justify-between">
      {figures.map(([name, figure]) => (
        <div
          key={name}
          className="flex max-w-32 flex-col-reverse justify-end border-s-2 border-line ps-3"
        >
          <dt className="text-sm text-muted">{t(`stats.${name}`)}</dt>
          <dd className="min-h-8 text-xl font-semibold">
            {figure ??
              (error ? (
                <span aria-label={t('stats.unknown')}>–</span>
              ) : (
                <Bone className="h-7 w-12" />
              ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** In thousands with a k, at most one decimal: 12,340 → 12.3k. A count that rounds to 0k stays. */
export const inThousands = (count: number, language: Language): string =>
  count < 50
    ? String(count)
    : `${new Intl.NumberFormat(languageInfo[language].locale, { maximumFractionDigits: 1 }).format(count / 1000)}k`

function FeaturedArticles() {
  const { t } = useTranslation('blog')
  const featured = useQuery(q(listFeaturedArticles, FEATURED))
  if (featured.data?.data.length === 0) return null
  return (
    <section aria-labelledby="blog-featured" className="grid gap-8">
      <h2 id="blog-featured" className="sr-only">
        {t('featured')}
      </h2>
      <BlogPart query={featured} failed={t('errors.featured')} skeleton={<FeaturedSkeleton />}>
        {({ data: [lead, ...others] }) => (
          <>
            {lead && <ArticleCard article={lead} layout="lead" />}
            {others.length > 0 && (
              <div className="grid gap-8 sm:grid-cols-2">
                {others.map((article) => (
                  <ArticleCard key={article.id} article={article} layout="tile" />
                ))}
              </div>
            )}
          </>
        )}
      </BlogPart>
    </section>
  )
}

const FeaturedSkeleton = () => (
  <Skeleton
    className="grid gap-8 sm:grid-cols-2"
    bones={['aspect-video rounded-lg sm:col-span-2', 'h-80 rounded-lg', 'h-80 rounded-lg']}
  />
)
