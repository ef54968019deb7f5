import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ArticleSummary, blogCategories, type BlogCategorySlug } from '#contracts/site/blog.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'

type Props = {
  article: ArticleSummary
  /** `lead` = the largest card of the page, `row` = a card in a list. */
  layout: 'lead' | 'tile' | 'row'
}

const frames = {
  lead: 'grid gap-5 sm:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] sm:items-center sm:gap-8',
  tile: 'grid content-start gap-4',
  row: 'grid grid-cols-[minmax(0,1fr)] gap-4 py-6 sm:grid-cols-[13rem_minmax(0,1fr)] sm:gap-6',
}

const titles = { lead: 'text-2xl', tile: 'text-lg', row: 'text-lg' }

/** The whole card links to the article through its title. The link uses the article's number. */
export function ArticleCard({ article, layout }: Props) {
  return (
    <article className={cn('group relative', frames[layout])}>
      <Cover article={article} isLead={layout === 'lead'} />
      <div className="grid min-w-0 content-start gap-2">
        <CategoryMark slug={article.categorySlug} name={article.category} />
        <h3 lang={article.language} className={cn('font-semibold', titles[layout])}>
          <Link
            to={paths.article(article.id)}
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4"
          >
            {article.title}
          </Link>
        </h3>
        <p
          lang={article.language}
          className={cn('text-muted', layout !== 'lead' && 'line-clamp-3 text-sm')}
        >
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

export function ArticleFacts({ article }: Pick<Props, 'article'>) {
  const { t } = useTranslation('blog')
  const { day } = useFormats()
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-muted">
      <time dateTime={article.publishedAt}>{day(article.publishedAt)}</time>
      <span>{readTimeText(t, article.readTime)}</span>
    </p>
  )
}

/** Colours of the six categories, each shown beside the category's name. */
const colours: Record<BlogCategorySlug, string> = {
  strategy: 'bg-category-strategy',
  tutorial: 'bg-category-tutorial',
  trends: 'bg-category-trends',
  business: 'bg-category-business',
  seo: 'bg-category-seo',
  marketing: 'bg-category-marketing',
}

type CategoryMarkProps = { slug: string; name: string; isLink?: boolean }

export function CategoryMark({ slug, name, isLink = false }: CategoryMarkProps) {
  const { t } = useTranslation('blog')
  const category = blogCategories.find((each) => each.slug === slug)?.slug
  const content = (
    <>
      <span
        className={cn('size-2.5 shrink-0 rounded-xs', category ? colours[category] : 'bg-rule')}
        aria-hidden
      />
      {category ? t(`category.name.${category}`) : name}
    </>
  )
  const className = 'inline-flex items-center gap-2 text-sm font-semibold'
  return isLink ? (
    <Link
      to={paths.blogCategory(slug)}
      className={cn(className, 'min-h-8 hover:underline pointer-coarse:min-h-11')}
    >
      {content}
    </Link>
  ) : (
    <span className={className}>{content}</span>
  )
}

/** Reading time for display: `< 1 min read`, otherwise whole minutes, rounded up. */
export const readTimeText = (t: TFunction<'blog'>, minutes: number): string =>
  minutes < 1 ? t('readTime.short') : t('readTime.minutes', { minutes: Math.ceil(minutes) })
