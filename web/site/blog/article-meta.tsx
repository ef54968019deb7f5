import { useTranslation } from 'react-i18next'
import type { Article } from '#contracts/site/blog.ts'
import { articlePreview, previewPath } from '#contracts/site/public-pages.ts'
import { PageMeta, StructuredData } from '#web/lib/app/page.tsx'
import { useSite } from '#web/lib/app/site.tsx'
import { paths } from '#web/paths.ts'
import { BreadcrumbData, FeedLinks } from './blog-links.tsx'

/**
 * Metadata for search engines, feed readers and link previews, including the breadcrumbs of the
 * article.
 */
export function ArticleMeta({ article }: { article: Article }) {
  const { t } = useTranslation('blog')
  const { id, title, excerpt, language, slug, categorySlug, category } = article
  const path = paths.article(slug)
  const preview = { name: articlePreview(id), language, title, description: excerpt }
  const trail = [
    { name: t('hero.title'), path: paths.blog() },
    { name: category, path: paths.blogCategory(categorySlug) },
    { name: title, path },
  ]
  return (
    <>
      <PageMeta
        page="blog"
        title={title}
        description={excerpt}
        {...{ preview, path }}
        onlyIn={language}
      />
      <meta property="article:published_time" content={article.publishedAt} />
      <meta property="article:modified_time" content={article.updatedAt} />
      <meta property="article:section" content={category} />
      {article.tags.map((tag) => (
        <meta key={tag} property="article:tag" content={tag} />
      ))}
      <meta name="author" content={article.author} />
      <FeedLinks />
      <PostingData article={article} path={path} />
      <BreadcrumbData trail={trail} />
    </>
  )
}

function PostingData({ article, path }: { article: Article; path: string }) {
  const { origin } = useSite()
  const { id, title, excerpt, language } = article
  const ourselves = { '@type': 'Organization', name: 'Storedawn', url: `${origin}/` }
  return (
    <StructuredData
      thing={{
        '@type': 'BlogPosting',
        headline: title,
        description: excerpt,
        inLanguage: language,
        image: origin + previewPath(language, articlePreview(id), title + excerpt),
        datePublished: article.publishedAt,
        dateModified: article.updatedAt,
        author:
          article.author === ourselves.name
            ? ourselves
            : { '@type': 'Person', name: article.author },
        publisher: { ...ourselves, logo: `${origin}/icon-512.png` },
        articleSection: article.category,
        keywords: article.tags,
        timeRequired: `PT${article.readingTime}M`,
        mainEntityOfPage: origin + path,
        isPartOf: { '@type': 'Blog', name: 'Storedawn', url: origin + paths.blog() },
      }}
    />
  )
}
