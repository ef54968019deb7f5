import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PageMeta, StructuredData } from '#web/lib/app/page.tsx'
import { useSite } from '#web/lib/app/site.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'

export function BackToBlog() {
  const { t } = useTranslation('blog')
  return (
    <Link
      to={paths.blog()}
      className="link inline-flex min-h-9 items-center gap-1.5 justify-self-start text-sm pointer-coarse:min-h-11"
    >
      <ArrowLeft className="size-4" aria-hidden />
      {t('article.back')}
    </Link>
  )
}

export function BreadcrumbData({ trail }: { trail: readonly { name: string; path: string }[] }) {
  const { origin } = useSite()
  const itemListElement = trail.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: origin + path,
  }))
  return <StructuredData thing={{ '@type': 'BreadcrumbList', itemListElement }} />
}

/** Shown for an article or a category that does not exist. */
export function NothingHere({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useTranslation('blog')
  return (
    <div className="page py-16">
      <PageMeta page="blog" noindex />
      <EmptyState
        headingLevel="h1"
        title={title}
        action={<LinkButton to={paths.blog()}>{t('article.back')}</LinkButton>}
      >
        {children}
      </EmptyState>
    </div>
  )
}

/**
 * Feed links in the page's head, for feed readers: the feed of the blog, and that of a category.
 */
export function FeedLinks({ category }: { category?: { slug: string; name: string } }) {
  const { origin } = useSite()
  const feeds = [
    { slug: undefined, title: 'Storedawn' },
    // Same title as in the feed itself.
    ...(category ? [{ slug: category.slug, title: `Storedawn · ${category.name}` }] : []),
  ]
  return (['rss', 'atom'] as const).flatMap((format) =>
    feeds.map(({ slug, title }) => (
      <link
        key={format + title}
        rel="alternate"
        type={`application/${format}+xml`}
        title={title}
        href={origin + paths.blogFeed(slug, format === 'rss' ? 'feed' : format)}
      />
    )),
  )
}
