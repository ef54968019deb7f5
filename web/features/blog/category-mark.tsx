import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { blogCategories, type BlogCategorySlug } from '#contracts/blog.ts'
import { cn } from '#web/lib/cn.ts'
import { paths } from '#web/paths.ts'

/** Colours of the six categories, each shown beside the category's name. */
const colours: Record<BlogCategorySlug, string> = {
  strategy: 'bg-category-strategy',
  tutorial: 'bg-category-tutorial',
  trends: 'bg-category-trends',
  business: 'bg-category-business',
  seo: 'bg-category-seo',
  marketing: 'bg-category-marketing',
}

const known = (slug: string): BlogCategorySlug | undefined =>
  blogCategories.find((category) => category.slug === slug)?.slug

type Props = { slug: string; name: string; isLink?: boolean }

/** A category's colour and its name, in the language of the page. */
export function CategoryMark({ slug, name, isLink = false }: Props) {
  const { t } = useTranslation('blog')
  const category = known(slug)
  const content = (
    <>
      <span
        className={cn('size-2.5 shrink-0 rounded-xs', category ? colours[category] : 'bg-rule')}
        aria-hidden
      />
      {category ? t(`category.name.${category}`) : name}
    </>
  )
  const look = 'inline-flex items-center gap-2 text-sm font-semibold'
  return isLink ? (
    <Link
      to={paths.blogCategory(slug)}
      className={cn(look, 'min-h-8 hover:underline pointer-coarse:min-h-11')}
    >
      {content}
    </Link>
  ) : (
    <span className={look}>{content}</span>
  )
}
