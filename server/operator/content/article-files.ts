import { dayOf } from '#contracts/dates.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { ArticleRow, listArticleFiles as endpoint } from '#contracts/operator/content.ts'
import { numberedPage } from '#contracts/paging.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { CheckedArticles } from '#server/site/api.ts'

type Ctx = RequestContext & {
  /** The check parses every article, so that its result is kept for a moment. */
  checkArticles: () => Promise<CheckedArticles>
}

export async function listArticleFiles(
  ctx: Ctx,
  { page, size, q = '', only }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const wanted = q.toLowerCase()
  const matching = (await readRows(ctx)).filter(
    (row) =>
      [row.file, row.title ?? ''].some((text) => text.toLowerCase().includes(wanted)) &&
      (only !== 'problems' || row.problems.length > 0) &&
      (only !== 'scheduled' || row.state === 'scheduled'),
  )
  const content = matching.slice(page * size, (page + 1) * size)
  return numberedPage(content, { page, size, total: matching.length })
}

async function readRows(ctx: Ctx): Promise<ArticleRow[]> {
  const [{ articles, problems }, stored] = await Promise.all([
    ctx.checkArticles(),
    ctx.db
      .selectFrom('articles')
      .select(['file', 'title', 'slug', 'language', 'published_at', 'word_count', 'views'])
      .execute(),
  ])
  const storedByFile = new Map(stored.map((row) => [row.file, row]))
  const problemsByFile = Map.groupBy(problems, ({ file }) => file)
  const problemsOf = (file: string) =>
    (problemsByFile.get(file) ?? []).map(({ line, text }) => ({ line, text }))
  const readable = articles.map((article): ArticleRow => ({
    file: article.file,
    title: article.title,
    slug: article.slug,
    language: article.language,
    publishedAt: dayOf(article.publishedAt),
    words: article.body.words,
    views: storedByFile.get(article.file)?.views ?? 0,
    state: article.publishedAt <= ctx.now() ? 'published' : 'scheduled',
    problems: problemsOf(article.file),
  }))
  const isReadable = new Set(articles.map(({ file }) => file))
  const faulty = [...problemsByFile.keys()]
    .filter((file) => !isReadable.has(file))
    .map((file): ArticleRow => {
      const shown = storedByFile.get(file)
      return {
        file,
        title: shown?.title ?? null,
        slug: shown?.slug ?? null,
        language: shown?.language ?? null,
        publishedAt: shown ? dayOf(shown.published_at) : null,
        words: shown?.word_count ?? 0,
        views: shown?.views ?? 0,
        state: 'faulty',
        problems: problemsOf(file),
      }
    })
  return [...faulty, ...readable].toSorted(byUrgency)
}

const byUrgency = (a: ArticleRow, b: ArticleRow): number =>
  Number(b.problems.length > 0) - Number(a.problems.length > 0) ||
  compare(b.publishedAt ?? '', a.publishedAt ?? '') ||
  compare(a.file, b.file)

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)
