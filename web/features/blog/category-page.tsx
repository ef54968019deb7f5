import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { blogCategories, type BlogCategorySlug, listArticlesOfCategory } from '#contracts/blog.ts'
import { q } from '#web/api/query.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { ArticleList, PAGE_SIZE } from './article-list.tsx'
import { BlogSidebar } from './blog-sidebar.tsx'
import { CategoryMark } from './category-mark.tsx'
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
  const { t } = useTranslation('blog')
  const [search] = useSearchParams()
  const page = pageOfAddress(search)
  const { data, error, refetch } = useQuery({
    ...q(listArticlesOfCategory, ofCategory(slug, page)),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="page">
      <PageMeta
        page="blog"
        title={`${name} · ${t('hero.title')}`}
        description={t(`category.about.${slug}`)}
      />
      <header className="grid gap-3 pt-12 pb-8 lg:pt-16">
        <CategoryMark slug={slug} name={t('category.label')} />
        <h1 className="text-2xl">{name}</h1>
        <p className="max-w-prose text-lg text-muted">{t(`category.about.${slug}`)}</p>
      </header>
      <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <ArticleList
          title={t('category.articles')}
          data={data?.data}
          error={error}
          onRetry={() => void refetch()}
          page={page}
          hrefOf={(to) => addressOfPage(search, to)}
        />
        <BlogSidebar />
      </div>
    </div>
  )
}
