import * as z from 'zod'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import {
  type createExport as createExportEndpoint,
  downloadExport,
  ExportRequest,
} from '#contracts/workspace/exports.ts'
import { languages } from '#i18n/languages.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import { lockOwnAccount, requireOpenSession } from '#server/accounts/api.ts'
import type { CatalogContext, CatalogRequest } from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, planRequired } from '#server/platform/errors.ts'
import { hashOfToken, isWellFormedToken, newToken } from '#server/platform/secrets/opaque-token.ts'
import { requirePaid, requireSession } from '#server/platform/session/viewer.ts'
import { openExportSource } from './export-source.ts'
import { exportLimitReached, remainingRows } from './export-usage.ts'

/**
 * @throws AppError `plan_required` for a format beyond the plan, `export_limit_reached` for more
 * rows than are left today,
 * `exports_closed` while operators have closed them; a download that was prepared before goes on
 */
export async function createExport(
  ctx: CatalogRequest,
  request: BodyOf<typeof createExportEndpoint>,
): Promise<ResponseOf<typeof createExportEndpoint>> {
  const { userId, role } = requirePaid(ctx)
  const { sessionId } = requireSession(ctx)
  await ctx.features.require('exports')
  const { exportFormats, exportRowsPerDay: rowsPerDay } = rightsOf(role)
  if (!exportFormats.includes(request.format)) throw planRequired()
  const { total } = await openExportSource(ctx, request)
  const rows = Math.min(total, request.limit ?? total)
  const remainingToday = await remainingRows(ctx.db, { userId, rowsPerDay, at: ctx.now() })
  if (remainingToday !== null && rows > remainingToday) throw exportLimitReached(remainingToday)
  const prepared = { sessionId, language: ctx.language, rows, request }
  const { ticket, expiresAt } = await createTicket(ctx, userId, prepared)
  return {
    url: downloadExport.path.replace(':ticket', ticket),
    rows,
    expiresAt: expiresAt.toISOString(),
    remainingToday,
  }
}

type Deps = Pick<CatalogContext, 'db' | 'now'>

const PREFIX = 'sde_'
const LIFETIME_MS = 2 * 60_000
/** More open tickets than one person with a dialog produces. */
const MAX_OPEN_TICKETS = 20

/** The session: the ticket ends with it. */
const PreparedExport = z.object({
  sessionId: z.uuid(),
  language: z.enum(languages),
  rows: z.int(),
  request: ExportRequest,
})
export type PreparedExport = z.infer<typeof PreparedExport>

/**
 * @returns the secret, of which only a hash is stored
 * @throws AppError `rate_limited`, or `session_expired` when the session ended meanwhile
 */
async function createTicket(
  ctx: CatalogRequest,
  userId: UserId,
  prepared: PreparedExport,
): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = newToken(PREFIX)
  const expiresAt = new Date(ctx.now().getTime() + LIFETIME_MS)
  await inTransaction(ctx, async (ctx) => {
    // The lock makes parallel calls count one after the other.
    await lockOwnAccount(ctx.db, userId)
    await requireOpenSession(ctx)
    await limitOpenTickets(ctx, userId)
    await ctx.db
      .insertInto('export_tickets')
      .values({
        token_hash: hashOfToken(ticket),
        user_id: userId,
        request: JSON.stringify({ ...prepared, request: withoutPage(prepared.request) }),
        created_at: ctx.now(),
        expires_at: expiresAt,
      })
      .execute()
  })
  return { ticket, expiresAt }
}

/** A page was already parsed as a number, and an export has none. */
const withoutPage = ({ query, ...request }: ExportRequest): object => ({
  ...request,
  query: { ...query, page: undefined, size: undefined },
})

async function limitOpenTickets({ db, now }: Deps, userId: UserId): Promise<void> {
  const { open } = await db
    .selectFrom('export_tickets')
    .select((on) => on.fn.countAll<number>().as('open'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now())
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (open >= MAX_OPEN_TICKETS)
    throw new AppError('rate_limited', { retryAfterSeconds: LIFETIME_MS / 1_000 })
}

/** Null unless the ticket is open. Reading does not use it up. */
export async function readTicket(
  { db, now }: Deps,
  ticket: string,
): Promise<PreparedExport | null> {
  if (!isWellFormedToken(PREFIX, ticket)) return null
  const row = await db
    .selectFrom('export_tickets')
    .select('request')
    .where('token_hash', '=', hashOfToken(ticket))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return row ? PreparedExport.parse(row.request) : null
}

/** False when another request was faster. */
export async function redeemTicket(db: Db, ticket: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('export_tickets')
    .set({ used_at: at })
    .where('token_hash', '=', hashOfToken(ticket))
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
