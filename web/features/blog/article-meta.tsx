import { useTranslation } from 'react-i18next'
import type { Article } from '#contracts/blog.ts'
import { articlePreview } from '#contracts/previews.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { useSite } from '#web/lib/site.tsx'
import { StructuredData } from '#web/lib/structured-data.tsx'
import { paths } from '#web/paths.ts'

/** What search engines and previews read of an article, and the way that leads to it. */
export function ArticleMeta({ article }: { article: Article }) {
  const { t } = useTranslation('blog')
  const { origin } = useSite()
  const { id, title, excerpt, language, slug, categorySlug, category } = article
  const address = paths.article(slug)
  const preview = { name: articlePreview(id), language, title, description: excerpt }
  const way = [
    { name: t('hero.title'), path: paths.blog() },
    { name: category, path: paths.blogCategory(categorySlug) },
    { name: title, path: address },
  ]
  return (
    <>
      <PageMeta page="blog" title={title} description={excerpt} preview={preview} path={address} />
      <StructuredData
        thing={{
          '@type': 'BlogPosting',
          headline: title,
          description: excerpt,
          inLanguage: language,
          datePublished: article.publishedAt,
          dateModified: article.updatedAt,
          author: { '@type': 'Person', name: article.author },
          publisher: { '@type': 'Organization', name: 'Storedawn', url: `${origin}/` },
          mainEntityOfPage: origin + address,
        }}
      />
      <StructuredData
        thing={{
          '@type': 'BreadcrumbList',
          itemListElement: way.map(({ name, path }, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            name,
            item: origin + path,
          })),
        }}
      />
    </>
  )
}
