import { Link } from 'react-router'
import type { ArticleSummary } from '#contracts/blog.ts'
import { cn } from '#web/lib/cn.ts'
import { paths } from '#web/paths.ts'
import { ArticleFacts } from './article-facts.tsx'
import { CategoryMark } from './category-mark.tsx'

type Props = {
  article: ArticleSummary
  /** `lead` = the largest card of the page, `row` = a card in a list. */
  look: 'lead' | 'tile' | 'row'
  headingLevel?: 'h2' | 'h3'
}

const frames = {
  lead: 'grid gap-5 sm:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] sm:items-center sm:gap-8',
  tile: 'grid content-start gap-4',
  row: 'grid grid-cols-[minmax(0,1fr)] gap-4 py-6 sm:grid-cols-[13rem_minmax(0,1fr)] sm:gap-6',
}

const titles = { lead: 'text-2xl', tile: 'text-lg', row: 'text-lg' }

/** The whole card links to the article through its title. The link uses the article's number. */
export function ArticleCard({ article, look, headingLevel: Heading = 'h3' }: Props) {
  return (
    <article className={cn('group relative', frames[look])}>
      <Cover article={article} isLead={look === 'lead'} />
      <div className="grid min-w-0 content-start gap-2">
        <CategoryMark slug={article.categorySlug} name={article.category} />
        <Heading lang={article.language} className={cn('font-semibold', titles[look])}>
          <Link
            to={paths.article(article.id)}
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4"
          >
            {article.title}
          </Link>
        </Heading>
        <p lang={article.language} className={cn('text-muted', look !== 'lead' && 'line-clamp-3 text-sm')}>
          {article.excerpt}
        </p>
        <ArticleFacts article={article} />
      </div>
    </article>
  )
}

/** Decorative: the title beside it names the subject of the article. */
function Cover({ article, isLead }: { article: ArticleSummary; isLead: boolean }) {
  return (
    <img
      src={article.image}
      alt=""
      width={1200}
      height={675}
      loading={isLead ? 'eager' : 'lazy'}
      decoding="async"
      referrerPolicy="no-referrer"
      className="aspect-video w-full rounded-lg bg-sunken object-cover"
    />
  )
}
