import type { LoaderFunctionArgs } from 'react-router'
import { articleQuery, relatedQuery } from '#web/features/blog/article-page.tsx'
import { pageLoader } from '#web/lib/page-loader.ts'

export { ArticlePage as Component } from '#web/features/blog/article-page.tsx'

export const loader = pageLoader(['blog'], async ({ queryClient }, { params }: LoaderFunctionArgs) => {
  const article = await queryClient.ensureQueryData(articleQuery(params['idOrSlug'] ?? ''))
  await queryClient.ensureQueryData(relatedQuery(article.data.id))
})
