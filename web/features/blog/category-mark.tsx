import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { paths } from '#web/paths.ts'

/** Colours of the six categories; their names stand beside them. */
const colours: Record<string, string> = {
  strategy: 'bg-category-strategy',
  tutorial: 'bg-category-tutorial',
  trends: 'bg-category-trends',
  business: 'bg-category-business',
  seo: 'bg-category-seo',
  marketing: 'bg-category-marketing',
}

type Props = { slug: string; name: string; isLink?: boolean }

export function CategoryMark({ slug, name, isLink = false }: Props) {
  const content = (
    <>
      <span className={cn('size-2.5 shrink-0 rounded-xs', colours[slug] ?? 'bg-rule')} aria-hidden />
      {name}
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
