import { Link } from 'react-router'
import type { ArticleSummary } from '#contracts/blog.ts'
import { paths } from '#web/paths.ts'
import { ArticleFacts } from './article-facts.tsx'

/** Titles in a list that scrolls by itself; they go by the article's slug. */
export function PostList({ articles }: { articles: readonly ArticleSummary[] }) {
  return (
    <ul className="max-h-[400px] overflow-y-auto overscroll-contain border-y border-line pe-1" tabIndex={-1}>
      {articles.map((article) => (
        <li
          key={article.id}
          lang={article.language}
          className="relative border-b border-line py-3 last:border-0"
        >
          <Link
            to={paths.article(article.slug)}
            className="font-semibold after:absolute after:inset-0 hover:underline"
          >
            {article.title}
          </Link>
          <ArticleFacts article={article} />
        </li>
      ))}
    </ul>
  )
}
