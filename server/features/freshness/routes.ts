import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as api from '#contracts/freshness.ts'
import { type App, route } from '#server/route.ts'
import { getFreshness } from './get-freshness.ts'
import { readCatchUp } from './read-catch-up.ts'
import { remember } from './remember.ts'

/** Together with the caller's own cache, an answer is never older than a minute. */
const KEPT_MS = 30_000
const CACHING = 'public, max-age=30'
/** Every visitor may ask for the progress; within this time the database is asked once. */
const PROGRESS_KEPT_MS = 3_000
const PROGRESS_CACHING = 'public, max-age=3'
const TEXT_CACHING = 'public, max-age=300'
const TEXT_FILE = join(import.meta.dirname, '../../../docs/freshness.md')

export function freshnessRoutes(app: App): void {
  const read = remember(() => getFreshness(app.ctx), { forMs: KEPT_MS, now: app.ctx.now })
  route(app, api.getFreshness, read, { caching: CACHING })
  const readProgress = remember(() => readCatchUp(app.ctx), { forMs: PROGRESS_KEPT_MS, now: app.ctx.now })
  route(app, api.getCatchUp, readProgress, { caching: PROGRESS_CACHING })
  // Not an endpoint value: it is a document. As plain text, because browsers download Markdown instead of showing it.
  app.server.get(api.FRESHNESS_TEXT_PATH, async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': TEXT_CACHING })
      .send(await readFile(TEXT_FILE, 'utf8')),
  )
}
