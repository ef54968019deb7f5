import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { data, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import {
  blogCategories,
  type BlogCategorySlug,
  listArticlesOfCategory,
  listFilledBlogCategories,
  listRecentArticles,
} from '#contracts/site/blog.ts'
import { q, qKept } from '#web/api/query.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { servicesOf } from '#web/lib/app/services.ts'
import { paths } from '#web/paths.ts'
import {
  addressOfPage,
  ArticleList,
  isBeyondEnd,
  PAGE_SIZE,
  pageOfAddress,
} from './article-list.tsx'
import { BackToBlog, BreadcrumbData, FeedLinks, NothingHere } from './blog-links.tsx'
import { BlogColumns, RECENT } from './blog-sidebar.tsx'

export function CategoryPage() {
  const { t } = useTranslation('blog')
  const { slug = '' } = useParams()
  const category = blogCategories.find((each) => each.slug === slug)
  return category ? (
    <CategoryArticles key={slug} slug={category.slug} name={category.name} />
  ) : (
    <NothingHere title={t('category.missing')} />
  )
}

export { CategoryPage as Component }

const load = pageLoader(['blog'], async ({ queryClient }, args) => {
  await Promise.allSettled([
    queryClient.ensureQueryData(queryOf(args)),
    queryClient.ensureQueryData(q(listFilledBlogCategories, {})),
    queryClient.ensureQueryData(q(listRecentArticles, RECENT)),
  ])
})

/**
 * Answers 404 for a missing category or a page beyond its end, so that search engines do not index
 * it.
 */
export async function loader(args: LoaderFunctionArgs) {
  await load(args)
  if (!blogCategories.some(({ slug }) => slug === args.params['slug']))
    return data(null, { status: 404 })
  const { queryClient, isServer } = servicesOf(args.context)
  const articles = queryClient.getQueryData(queryOf(args).queryKey)
  return isServer && isBeyondEnd(articles?.data, pageOf(args)) ? data(null, { status: 404 }) : null
}

export const ofCategory = (category: string, page: number) => ({
  params: { category },
  query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE },
})

const queryOf = (args: LoaderFunctionArgs) =>
  q(listArticlesOfCategory, ofCategory(args.params['slug'] ?? '', pageOf(args)))

const pageOf = ({ request }: LoaderFunctionArgs) => pageOfAddress(new URL(request.url).searchParams)

function CategoryArticles({ slug, name }: { slug: BlogCategorySlug; name: string }) {
  const { t } = useTranslation(['blog', 'components'])
  const title = t(`category.name.${slug}`)
  const [search] = useSearchParams()
  const page = pageOfAddress(search)
  const articles = useQuery(qKept(listArticlesOfCategory, ofCategory(slug, page)))
  return (
    <div className="page">
      <PageMeta
        page="blog"
        title={`${title} · ${t('hero.title')}${page > 0 ? ` · ${t('components:pagination.page', { page: page + 1 })}` : ''}`}
        description={t(`category.about.${slug}`)}
        pageNumber={page + 1}
        noindex={isBeyondEnd(articles.data?.data, page)}
      />
      <FeedLinks category={{ slug, name }} />
      <BreadcrumbData
        trail={[
          { name: t('hero.title'), path: paths.blog() },
          { name: title, path: paths.blogCategory(slug) },
        ]}
      />
      <header className="grid gap-3 border-b border-rule pt-8 pb-8 lg:pt-12">
        <BackToBlog />
        <h1 className="text-2xl">{title}</h1>
        <p className="max-w-prose text-lg text-muted">{t(`category.about.${slug}`)}</p>
      </header>
      <BlogColumns category={slug}>
        <ArticleList
          title={t('category.articles')}
          query={articles}
          page={page}
          hrefOf={(to) => addressOfPage(search, to)}
        />
      </BlogColumns>
    </div>
  )
}
