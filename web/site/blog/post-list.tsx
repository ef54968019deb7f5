import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ArticleSummary } from '#contracts/blog.ts'
import { paths } from '#web/paths.ts'
import { ArticleFacts } from './article-card.tsx'

type Props<Post> = {
  articles: readonly Post[]
  titleOf?: (article: Post) => ReactNode
  /** Text between title and date. */
  textOf?: (article: Post) => ReactNode
}

/** Titles in a scrollable list. The links use the article's slug. */
export function PostList<Post extends ArticleSummary>({ articles, titleOf, textOf }: Props<Post>) {
  return (
    <ul className="max-h-[400px] overflow-y-auto overscroll-contain border-y border-line pe-1" tabIndex={-1}>
      {articles.map((article) => (
        <li key={article.id} className="relative grid gap-0.5 border-b border-line py-3 last:border-0">
          <Link
            to={paths.article(article.slug)}
            lang={article.language}
            className="font-semibold after:absolute after:inset-0 hover:underline"
          >
            {titleOf?.(article) ?? article.title}
          </Link>
          {textOf && (
            <p lang={article.language} className="text-sm text-muted">
              {textOf(article)}
            </p>
          )}
          <ArticleFacts article={article} />
        </li>
      ))}
    </ul>
  )
}
