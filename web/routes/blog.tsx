import { data, type LoaderFunctionArgs } from 'react-router'
import {
  getBlogStats,
  listArticles,
  listFeaturedArticles,
  listFilledBlogCategories,
  listRecentArticles,
} from '#contracts/blog.ts'
import { q } from '#web/api/query.ts'
import { isBeyondEnd } from '#web/features/blog/article-list.tsx'
import { searchQuery } from '#web/features/blog/article-search.tsx'
import { FEATURED, latestOf } from '#web/features/blog/blog-page.tsx'
import { RECENT } from '#web/features/blog/blog-sidebar.tsx'
import { pageOfAddress } from '#web/features/blog/page-of-address.ts'
import { wordsOfAddress } from '#web/features/blog/search-words.ts'
import { pageLoader } from '#web/lib/page-loader.ts'
import { servicesOf } from '#web/lib/services.ts'

export { BlogPage as Component } from '#web/features/blog/blog-page.tsx'

const addressOf = ({ request }: LoaderFunctionArgs) => new URL(request.url).searchParams

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
