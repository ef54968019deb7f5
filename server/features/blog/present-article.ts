import type { Selectable } from 'kysely'
import { type Article, type ArticleSummary, blogCategories } from '#contracts/blog.ts'
import { FALLBACK_LANGUAGE, languages } from '#i18n/languages.ts'
import type { Articles } from '#server/db/blog-schema.ts'
import { coverPath } from './draw-cover.ts'

const WORDS_PER_MINUTE = 220

export const summaryColumns = [
  'id',
  'slug',
  'title',
  'excerpt',
  'category',
  'tags',
  'author',
  'language',
  'published_at',
  'updated_at',
  'word_count',
] as const satisfies (keyof Articles)[]

type SummaryRow = Pick<Selectable<Articles>, (typeof summaryColumns)[number]>
type Row = SummaryRow & Pick<Selectable<Articles>, 'body_html' | 'headings' | 'views'>

export function presentSummary(row: SummaryRow): ArticleSummary {
  const readTime = row.word_count / WORDS_PER_MINUTE
  const publishedAt = row.published_at.toISOString()
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    image: coverPath(row),
    category: blogCategories.find(({ slug }) => slug === row.category)?.name ?? row.category,
    categorySlug: row.category,
    tags: row.tags,
    author: row.author,
    language: languages.find((language) => language === row.language) ?? FALLBACK_LANGUAGE,
    publishDate: publishedAt,
    publishedAt,
    updatedAt: row.updated_at.toISOString(),
    readTime,
    readingTime: Math.max(1, Math.ceil(readTime)),
  }
}

export const presentArticle = (row: Row): Article => ({
  ...presentSummary(row),
  bodyHtml: row.body_html,
  headings: row.headings,
  views: row.views,
})

/** The envelope of every answer of the blog. */
export const enveloped = <Data>(data: Data) => ({ success: true as const, data, message: 'OK' })
