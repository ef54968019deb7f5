import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { blogCategories, type BlogCategorySlug, listArticlesOfCategory } from '#contracts/blog.ts'
import { q } from '#web/api/query.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { paths } from '#web/paths.ts'
import { ArticleList, isBeyondEnd, PAGE_SIZE } from './article-list.tsx'
import { BackToBlog } from './back-to-blog.tsx'
import { answerOf } from './blog-answer.ts'
import { BlogColumns } from './blog-columns.tsx'
import { BreadcrumbData } from './breadcrumb-data.tsx'
import { FeedLinks } from './feed-links.tsx'
import { NothingHere } from './nothing-here.tsx'
import { addressOfPage, pageOfAddress } from './page-of-address.ts'

export const ofCategory = (category: string, page: number) => ({
  params: { category },
  query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE },
})

export function CategoryPage() {
  const { t } = useTranslation('blog')
  const { slug = '' } = useParams()
  const category = blogCategories.find((each) => each.slug === slug)
  return category ? (
    <Known key={slug} slug={category.slug} name={category.name} />
  ) : (
    <NothingHere title={t('category.missing')} />
  )
}

function Known({ slug, name }: { slug: BlogCategorySlug; name: string }) {
  const { t } = useTranslation(['blog', 'components'])
  const title = t(`category.name.${slug}`)
  const [search] = useSearchParams()
  const page = pageOfAddress(search)
  const articles = answerOf(
    useQuery({ ...q(listArticlesOfCategory, ofCategory(slug, page)), placeholderData: keepPreviousData }),
  )
  return (
    <div className="page">
      <PageMeta
        page="blog"
        title={`${title} · ${t('hero.title')}${page > 0 ? ` · ${t('components:pagination.page', { page: page + 1 })}` : ''}`}
        description={t(`category.about.${slug}`)}
        pageNumber={page + 1}
        noindex={isBeyondEnd(articles.data, page)}
      />
      <FeedLinks category={{ slug, name }} />
      <BreadcrumbData
        way={[
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
          answer={articles}
          page={page}
          hrefOf={(to) => addressOfPage(search, to)}
        />
      </BlogColumns>
    </div>
  )
}
