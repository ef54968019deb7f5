import { data, type LoaderFunctionArgs } from 'react-router'
import {
  blogCategories,
  listArticlesOfCategory,
  listFilledBlogCategories,
  listRecentArticles,
} from '#contracts/blog.ts'
import { q } from '#web/api/query.ts'
import { RECENT } from '#web/features/blog/blog-sidebar.tsx'
import { ofCategory } from '#web/features/blog/category-page.tsx'
import { pageOfAddress } from '#web/features/blog/page-of-address.ts'
import { pageLoader } from '#web/lib/page-loader.ts'

export { CategoryPage as Component } from '#web/features/blog/category-page.tsx'

const load = pageLoader(['blog'], async ({ queryClient }, { request, params }) => {
  const page = pageOfAddress(new URL(request.url).searchParams)
  await Promise.all([
    queryClient.ensureQueryData(q(listArticlesOfCategory, ofCategory(params['slug'] ?? '', page))),
    queryClient.ensureQueryData(q(listFilledBlogCategories, {})),
    queryClient.ensureQueryData(q(listRecentArticles, RECENT)),
  ])
})

/** Search engines are told by the status that a category does not exist. */
export async function loader(args: LoaderFunctionArgs) {
  await load(args)
  return blogCategories.some(({ slug }) => slug === args.params['slug']) ? null : data(null, { status: 404 })
}
