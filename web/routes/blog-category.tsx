import { data, type LoaderFunctionArgs } from 'react-router'
import {
  blogCategories,
  listArticlesOfCategory,
  listFilledBlogCategories,
  listRecentArticles,
} from '#contracts/blog.ts'
import { q } from '#web/api/query.ts'
import { isBeyondEnd } from '#web/features/blog/article-list.tsx'
import { RECENT } from '#web/features/blog/blog-sidebar.tsx'
import { ofCategory } from '#web/features/blog/category-page.tsx'
import { pageOfAddress } from '#web/features/blog/page-of-address.ts'
import { pageLoader } from '#web/lib/page-loader.ts'
import { servicesOf } from '#web/lib/services.ts'

export { CategoryPage as Component } from '#web/features/blog/category-page.tsx'

const pageOf = ({ request }: LoaderFunctionArgs) => pageOfAddress(new URL(request.url).searchParams)
const queryOf = (args: LoaderFunctionArgs) =>
  q(listArticlesOfCategory, ofCategory(args.params['slug'] ?? '', pageOf(args)))

const load = pageLoader(['blog'], async ({ queryClient }, args) => {
  await Promise.allSettled([
    queryClient.ensureQueryData(queryOf(args)),
    queryClient.ensureQueryData(q(listFilledBlogCategories, {})),
    queryClient.ensureQueryData(q(listRecentArticles, RECENT)),
  ])
})

/** Answers 404 for a missing category or a page beyond its end, so that search engines do not index it. */
export async function loader(args: LoaderFunctionArgs) {
  await load(args)
  if (!blogCategories.some(({ slug }) => slug === args.params['slug'])) return data(null, { status: 404 })
  const { queryClient, isServer } = servicesOf(args.context)
  const articles = queryClient.getQueryData(queryOf(args).queryKey)
  return isServer && isBeyondEnd(articles?.data, pageOf(args)) ? data(null, { status: 404 }) : null
}
