import { useTranslation } from 'react-i18next'
import type { ArticleSummary } from '#contracts/blog.ts'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'
import { ArticleCard } from './article-card.tsx'
import { BlogAlert } from './blog-alert.tsx'
import type { BlogAnswer } from './blog-answer.ts'

/** Three featured articles, the first one large. */
export function FeaturedArticles({ answer }: { answer: BlogAnswer<readonly ArticleSummary[]> }) {
  const { t } = useTranslation('blog')
  const { data: articles, failure, retry } = answer
  const [lead, ...others] = articles ?? []
  if (articles?.length === 0) return null
  return (
    <section aria-labelledby="blog-featured" className="grid gap-8">
      <h2 id="blog-featured" className="sr-only">
        {t('featured')}
      </h2>
      {failure !== null && <BlogAlert text={t('errors.featured')} error={failure} onRetry={retry} />}
      {!articles && failure === null && (
        <Skeleton className="grid gap-8 sm:grid-cols-2">
          <Bone className="aspect-video rounded-lg sm:col-span-2" />
          <Bone className="h-80 rounded-lg" />
          <Bone className="h-80 rounded-lg" />
        </Skeleton>
      )}
      {lead && <ArticleCard article={lead} look="lead" />}
      {others.length > 0 && (
        <div className="grid gap-8 sm:grid-cols-2">
          {others.map((article) => (
            <ArticleCard key={article.id} article={article} look="tile" />
          ))}
        </div>
      )}
    </section>
  )
}
