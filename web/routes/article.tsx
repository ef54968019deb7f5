import { data, type LoaderFunctionArgs } from 'react-router'
import { isApiError } from '#web/api/api-error.ts'
import { articleQuery, relatedQuery } from '#web/features/blog/article-page.tsx'
import { pageLoader } from '#web/lib/page-loader.ts'
import { servicesOf } from '#web/lib/services.ts'

export { ArticlePage as Component } from '#web/features/blog/article-page.tsx'

const queryOf = ({ params }: LoaderFunctionArgs) => articleQuery(params['idOrSlug'] ?? '')

const load = pageLoader(['blog'], async ({ queryClient }, args) => {
  const article = await queryClient.ensureQueryData(queryOf(args))
  await queryClient.ensureQueryData(relatedQuery(article.data.id))
})

/** Answers 404 for a missing article, so that search engines do not index it. */
export async function loader(args: LoaderFunctionArgs) {
  await load(args)
  const { queryClient, isServer } = servicesOf(args.context)
  const error = queryClient.getQueryState(queryOf(args).queryKey)?.error
  const isMissing = isApiError(error) && error.status >= 400 && error.status < 500
  return isServer && isMissing ? data(null, { status: 404 }) : null
}
