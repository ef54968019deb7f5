import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { listArticles, listFeaturedArticles } from '#contracts/blog.ts'
import { q } from '#web/api/query.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { ArticleList, isBeyondEnd, PAGE_SIZE } from './article-list.tsx'
import { answerOf } from './blog-answer.ts'
import { BlogHero } from './blog-hero.tsx'
import { BlogColumns } from './blog-columns.tsx'
import { FeedLinks } from './feed-links.tsx'
import { FeaturedArticles } from './featured-articles.tsx'
import { addressOfPage, pageOfAddress } from './page-of-address.ts'

export const FEATURED = { query: { limit: 3 } }
export const latestOf = (page: number) => ({ query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE } })

export function BlogPage() {
  const { t } = useTranslation(['blog', 'components'])
  const [search] = useSearchParams()
  const page = pageOfAddress(search)
  const featured = answerOf(useQuery(q(listFeaturedArticles, FEATURED)))
  const latest = answerOf(useQuery({ ...q(listArticles, latestOf(page)), placeholderData: keepPreviousData }))
  return (
    <div className="page">
      <PageMeta
        page="blog"
        {...(page > 0 && {
          title: `${t('hero.title')} · ${t('components:pagination.page', { page: page + 1 })}`,
        })}
        pageNumber={page + 1}
        noindex={isBeyondEnd(latest.data, page)}
      />
      <FeedLinks />
      <BlogHero />
      <BlogColumns>
        <div className="grid min-w-0 content-start gap-14">
          <FeaturedArticles answer={featured} />
          <ArticleList
            title={t('latest')}
            answer={latest}
            page={page}
            hrefOf={(to) => addressOfPage(search, to)}
          />
        </div>
      </BlogColumns>
    </div>
  )
}
