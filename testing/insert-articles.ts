import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AppContext } from '#server/platform/context.ts'
import { loadArticles } from '#server/site/blog/load-articles.ts'
import { createTempFolder } from './temp-folder.ts'

export type GivenArticle = {
  id: number
  slug: string
  title?: string
  category?: string
  tags?: readonly string[]
  body?: string
  featured?: boolean
  language?: string
  publishedAt?: string
}

/** The file of an article. */
export function articleText({ body, tags = ['lamps'], ...given }: GivenArticle): string {
  const { id, slug } = given
  const defaults = { title: `About ${slug}`, category: 'SEO', publishedAt: `2026-03-0${id}` }
  const fields = { ...defaults, ...given, excerpt: `About ${slug}`, author: 'Ada' }
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${value}`)
  const text = body ?? `## Light\n\nOf ${slug}.`
  return `---\n${lines.join('\n')}\ntags: [${tags.join(', ')}]\n---\n\n${text}\n`
}

/** The blog then has these articles alone. */
export async function insertArticles(
  ctx: Pick<AppContext, 'db'>,
  articles: readonly GivenArticle[] = [
    { id: 1, slug: 'lamps' },
    { id: 2, slug: 'lights' },
  ],
): Promise<void> {
  const folder = await createTempFolder('articles-')
  try {
    for (const article of articles)
      await writeFile(path.join(folder, `${article.slug}.md`), articleText(article))
    await loadArticles(ctx, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
