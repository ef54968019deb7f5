import type { ReactNode } from 'react'
import { ArticleSearch } from './article-search.tsx'
import { BlogSidebar } from './blog-sidebar.tsx'

/** Articles with the sidebar beside them. On narrow screens the search comes first and the rest of the sidebar last. */
export function BlogColumns({ children, category }: { children: ReactNode; category?: string }) {
  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr]">
      <div className="lg:col-start-2">
        <ArticleSearch />
      </div>
      <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">{children}</div>
      <div className="lg:col-start-2">
        <BlogSidebar {...(category !== undefined && { category })} />
      </div>
    </div>
  )
}
