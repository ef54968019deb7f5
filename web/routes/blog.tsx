import type { LoaderFunctionArgs } from 'react-router'
import {
  getBlogStats,
  listArticles,
  listFeaturedArticles,
  listFilledBlogCategories,
  listRecentArticles,
} from '#contracts/blog.ts'
import { q } from '#web/api/query.ts'
import { FEATURED, latestOf } from '#web/features/blog/blog-page.tsx'
import { RECENT } from '#web/features/blog/blog-sidebar.tsx'
import { pageOfAddress } from '#web/features/blog/page-of-address.ts'
import { pageLoader } from '#web/lib/page-loader.ts'

export { BlogPage as Component } from '#web/features/blog/blog-page.tsx'

export const loader = pageLoader(['blog'], async ({ queryClient }, { request }: LoaderFunctionArgs) => {
  const page = pageOfAddress(new URL(request.url).searchParams)
  await Promise.all([
    queryClient.ensureQueryData(q(getBlogStats, {})),
    queryClient.ensureQueryData(q(listFeaturedArticles, FEATURED)),
    queryClient.ensureQueryData(q(listArticles, latestOf(page))),
    queryClient.ensureQueryData(q(listFilledBlogCategories, {})),
    queryClient.ensureQueryData(q(listRecentArticles, RECENT)),
  ])
})
