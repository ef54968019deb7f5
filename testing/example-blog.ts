import type { ArticleSummary } from '#contracts/site/blog.ts'
import { type GivenAnswer, plain } from './render-screen.tsx'

export const articleOf = (id: number, more: Partial<ArticleSummary> = {}): ArticleSummary => ({
  id,
  slug: `lamp-${id}`,
  title: `Lamp ${id}`,
  excerpt: `On lamp ${id}`,
  image: `/api/articles/covers/seo-lamp-${id}.svg`,
  category: 'SEO',
  categorySlug: 'seo',
  tags: ['lamps', 'light'],
  author: 'Ada',
  language: 'en',
  publishDate: '2026-03-05T08:00:00.000Z',
  publishedAt: '2026-03-05T08:00:00.000Z',
  updatedAt: '2026-03-06T08:00:00.000Z',
  readTime: 2.4,
  readingTime: 3,
  ...more,
})
export const articlesOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => articleOf(from + at))
const enveloped = (data: unknown) => ({ success: true, data, message: 'OK' })
export const given = (
  { queryKey }: { queryKey: readonly unknown[] },
  data: unknown,
): GivenAnswer => ({
  queryKey,
  answer: data instanceof Error ? data : enveloped(data),
})

export const textIn = (html: string) =>
  plain(html).replaceAll('&lt;', '<').replaceAll('&#x27;', "'")
export const between = (html: string, from: string, to: string) =>
  html.split(from)[1]?.split(to)[0] ?? ''
