import { useTranslation } from 'react-i18next'
import type { ArticleSummary } from '#contracts/blog.ts'
import { useFormats } from '#web/lib/format.ts'
import { readTimeText } from './read-time.ts'

/** Publication date and reading time. */
export function ArticleFacts({ article }: { article: Pick<ArticleSummary, 'publishedAt' | 'readTime'> }) {
  const { t } = useTranslation('blog')
  const { day } = useFormats()
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-muted">
      <time dateTime={article.publishedAt}>{day(article.publishedAt.slice(0, 10))}</time>
      <span>{readTimeText(t, article.readTime)}</span>
    </p>
  )
}
