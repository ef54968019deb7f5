import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import type { Viewer } from '#server/platform/session/viewer.ts'

/**
 * The context of one request; verbs take it first. A domain adds its services to it:
 * `CatalogRequest`, `BillingRequest` …
 */
export type RequestContext = AppContext & {
  /** For shared queries: one caller who leaves must not cancel the others' answer. */
  sharedDb: Db
  /**
   * For the writes of a GET: its `db` and `sharedDb` may belong to a replica, which refuses them
   * and is a little late.
   */
  primaryDb: Db
  /** Whether they belong to a replica that does not pass the check yet. */
  isReplicaBehind: (check: (db: Db) => Promise<boolean>) => Promise<boolean>
  /** Null only on public calls, which ignore the bearer token. */
  viewer: Viewer | null
  requestId: string
  language: Language
  /** The caller's address as limits count it: IPv4 /32, IPv6 /64. */
  network: string
  userAgent: string | null
  sessions: Sessions
  /** A text of the `errors` namespace in the caller's language. */
  say: (key: string) => string
}

type Handles = Pick<RequestContext, 'db' | 'sharedDb' | 'primaryDb' | 'isReplicaBehind'>

/** The same context with all reads on the primary. */
export const onPrimary = <Ctx extends Handles>(ctx: Ctx): Ctx => ({
  ...ctx,
  db: ctx.primaryDb,
  sharedDb: ctx.primaryDb,
  isReplicaBehind: async () => false,
})

/** For a write: the transaction if there is one. */
export const writableDb = ({ db, primaryDb }: Pick<Handles, 'db' | 'primaryDb'>): Db =>
  db.isTransaction ? db : primaryDb

/**
 * Reads again on the primary what a replica does not have yet. @throws AppError `not_found` where
 * the primary does not have it either
 */
export async function untilFound<Ctx extends Handles, Answer>(
  ctx: Ctx,
  read: (ctx: Ctx) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await read(ctx)
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'not_found'
    if (isMissing && (await ctx.isReplicaBehind(async () => false))) return read(onPrimary(ctx))
    throw error
  }
}
