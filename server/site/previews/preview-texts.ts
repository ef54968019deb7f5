import * as z from 'zod'
import { articleOfPreview } from '#contracts/public-pages.ts'
import { languages, type Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import { readLocale } from '#i18n/read-locale.ts'
import { published } from '#server/site/blog/articles.ts'

const PageTexts = z.object({
  meta: z.record(z.string(), z.object({ title: z.string(), description: z.string() })),
})

export type PreviewTexts = { title: string; description: string }

/** The texts on the preview of a page or an article; null where it does not exist in that language. */
export type FindPreviewTexts = (language: Language, page: string) => Promise<PreviewTexts | null>

export function createPreviewTexts(ctx: Pick<AppContext, 'db' | 'now'>): FindPreviewTexts {
  const texts = new Map(languages.map((language) => [language, readMeta(language)]))
  return async (language, page) => {
    const articleId = articleOfPreview(page)
    if (articleId === null) return texts.get(language)?.get(page) ?? null
    return findArticle(ctx, language, articleId)
  }
}

function readMeta(language: Language): Map<string, PreviewTexts> {
  return new Map(Object.entries(PageTexts.parse(readLocale(language, 'pages')).meta))
}

async function findArticle(
  ctx: Pick<AppContext, 'db' | 'now'>,
  language: Language,
  id: number,
): Promise<PreviewTexts | null> {
  const article = await published(ctx)
    .select(['title', 'excerpt'])
    .where('id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst()
  return article ? { title: article.title, description: article.excerpt } : null
}
