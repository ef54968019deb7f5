import { existsSync, watch } from 'node:fs'
import { resolve } from 'node:path'
import type { AppContext } from '#server/context.ts'
import { loadArticles } from './load-articles.ts'

export const ARTICLES_FOLDER = resolve(import.meta.dirname, '../../../content/articles')

/** Editors write a file in several steps. */
const SETTLE_MS = 300

type Ctx = Pick<AppContext, 'db' | 'log'>

/**
 * Loads the articles of a folder now and whenever one of its files changes. Without the folder the blog is empty; nothing else depends on
 * it.
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
    timer = setTimeout(() => (last = last.then(() => load(ctx, folder))), SETTLE_MS)
  })
  watcher.on('error', (err) =>
    ctx.log.warn({ event: 'blog.not_watched', err }, 'changes of articles are not seen'),
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
    if (changed + removed > 0) log.info({ event: 'blog.loaded', changed, removed }, 'articles loaded')
  } catch (err) {
    log.error({ event: 'blog.not_loaded', err }, 'the articles could not be loaded')
  }
}
