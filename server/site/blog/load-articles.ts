import { existsSync, watch } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path, { resolve } from 'node:path'
import { sql } from 'kysely'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import {
  type ArticleFile,
  type ArticleSource,
  checksumOf,
  type Problem,
  readArticle,
} from './read-article.ts'

type Fault = { file: string; problems: Problem[] }
export type FoundArticle = ArticleFile & { file: string; source: ArticleSource }
type KnownArticle = { file: string; id: number; slug: string; checksum: string }
type FoundArticles = { articles: FoundArticle[]; unchanged: KnownArticle[]; faults: Fault[] }

/**
 * All articles of a folder. When two have the same number or slug, the later file is at fault.
 * Files that are as in `known` are not parsed: parsing fifty takes a quarter of a second at each
 * start.
 */
export async function findArticles(
  folder: string,
  known: readonly KnownArticle[] = [],
): Promise<FoundArticles> {
  const found: FoundArticles = { articles: [], unchanged: [], faults: [] }
  const knownFiles = new Map(known.map((article) => [article.file, article]))
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted()) {
    const text = await readFile(path.join(folder, file), 'utf8')
    const before = knownFiles.get(file)
    if (before?.checksum === checksumOf(text) && findClashes(found, before).length === 0) {
      found.unchanged.push(before)
      continue
    }
    const read = readArticle(text)
    const problems = read.kind === 'faulty' ? read.problems : findClashes(found, read.article)
    if (read.kind === 'faulty' || problems.length > 0) found.faults.push({ file, problems })
    else found.articles.push({ ...read.article, file, source: read.source })
  }
  return found
}

function findClashes(
  { articles, unchanged }: FoundArticles,
  { id, slug }: Pick<ArticleFile, 'id' | 'slug'>,
): Problem[] {
  return [...articles, ...unchanged].flatMap((other) => [
    ...(other.id === id ? [{ line: 1, text: `id: ${id} is that of ${other.file}` }] : []),
    ...(other.slug === slug ? [{ line: 1, text: `slug: ${slug} is that of ${other.file}` }] : []),
  ])
}

type Loaded = { changed: number; removed: number; faults: Fault[] }

/**
 * Updates the table from the folder. A file that has become faulty keeps its previous text; views
 * are kept.
 */
export async function loadArticles(ctx: Pick<AppContext, 'db'>, folder: string): Promise<Loaded> {
  return inTransaction(ctx, async ({ db }) => {
    // One process at a time: several may start at once.
    await sql`lock table articles in share row exclusive mode`.execute(db)
    const known = await db
      .selectFrom('articles')
      .select(['file', 'id', 'slug', 'checksum'])
      .execute()
    const { articles, unchanged, faults } = await findArticles(folder, known)
    const present = new Set([...articles, ...unchanged, ...faults].map(({ file }) => file))
    const gone = known.filter(({ file }) => !present.has(file)).map(({ file }) => file)
    // An article may have taken over the number or slug of another: both make room first.
    if (known.length > 0) await removeClashes(db, gone, articles)
    for (const article of articles) await writeArticle(db, article)
    return { changed: articles.length, removed: gone.length, faults }
  })
}

async function removeClashes(
  db: Db,
  gone: readonly string[],
  changed: readonly (ArticleFile & { file: string })[],
): Promise<void> {
  if (gone.length > 0) await db.deleteFrom('articles').where('file', 'in', gone).execute()
  for (const { id, slug, file } of changed)
    await db
      .deleteFrom('articles')
      .where((on) => on.or([on('id', '=', id), on('slug', '=', slug), on('file', '=', file)]))
      .where((on) => on.not(on.and([on('id', '=', id), on('slug', '=', slug)])))
      .execute()
}

/** PostgreSQL's name of the language, so that a search finds its inflections. */
export const textSearchOf: Record<Language, string> = {
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  pt: 'portuguese',
  tr: 'turkish',
}

async function writeArticle(db: Tx, article: ArticleFile & { file: string }): Promise<void> {
  const { id, slug, title, excerpt, tags, author, language, body, checksum, file } = article
  const search = searchVector(language, [title, tags.join(' '), excerpt, body.text])
  await sql`insert into articles (id, slug, title, excerpt, category, tags, author, language, is_featured, published_at, updated_at, body_html, headings,
      word_count, search, file, checksum)
    values (${id}, ${slug}, ${title}, ${excerpt}, ${article.categorySlug}, ${tags}, ${author}, ${language}, ${article.featured},
      ${article.publishedAt}, ${article.updatedAt}, ${body.html}, ${JSON.stringify(body.headings)}::jsonb, ${body.words}, ${search}, ${file}, ${checksum})
    on conflict (id) do update set slug = excluded.slug, title = excluded.title, excerpt = excluded.excerpt, category = excluded.category,
      tags = excluded.tags, author = excluded.author, language = excluded.language, is_featured = excluded.is_featured,
      published_at = excluded.published_at, updated_at = excluded.updated_at, body_html = excluded.body_html, headings = excluded.headings,
      word_count = excluded.word_count, search = excluded.search, file = excluded.file, checksum = excluded.checksum`.execute(
    db,
  )
}

/** Both the exact words, for prefixes, and the stems of its language. */
const searchVector = (language: Language, parts: readonly [string, string, string, string]) =>
  sql.join(
    parts.flatMap((text, at) => {
      const weight = sql.lit('ABCD'[at] ?? 'D')
      return ['simple', textSearchOf[language]].map(
        (name) => sql`setweight(to_tsvector(${sql.lit(name)}::regconfig, ${text}), ${weight})`,
      )
    }),
    sql` || `,
  )

export const ARTICLES_FOLDER = resolve(import.meta.dirname, '../../../content/articles')

/** Editors write a file in several steps. */
const DEBOUNCE_MS = 300

type Ctx = Pick<AppContext, 'db' | 'log'>

/**
 * Loads the articles of a folder now and whenever one of its files changes. Without the folder the
 * blog is empty; nothing else depends on it.
 */
export async function followArticles(ctx: Ctx, folder: string): Promise<AsyncDisposable> {
  if (!existsSync(folder)) {
    ctx.log.warn({ event: 'blog.no_folder', folder }, 'there is no folder of articles')
    return { [Symbol.asyncDispose]: async () => undefined }
  }
  let last = load(ctx, folder)
  await last
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, () => {
    clearTimeout(timer)
    timer = setTimeout(() => (last = last.then(() => load(ctx, folder))), DEBOUNCE_MS)
  })
  watcher.on('error', (err) =>
    ctx.log.warn({ event: 'blog.not_watched', err }, 'articles are not watched for changes'),
  )
  return {
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      watcher.close()
      await last
    },
  }
}

async function load({ db, log }: Ctx, folder: string): Promise<void> {
  try {
    const { changed, removed, faults } = await loadArticles({ db }, folder)
    for (const { file, problems } of faults)
      log.error({ event: 'blog.article_faulty', file, problems }, 'an article cannot be read')
    if (changed + removed > 0)
      log.info({ event: 'blog.loaded', changed, removed }, 'articles loaded')
  } catch (err) {
    log.error({ event: 'blog.not_loaded', err }, 'the articles could not be loaded')
  }
}
