import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import {
  type ExclusionReason,
  type ExclusionUpload,
  MAX_NAMED_LINES,
} from '#contracts/workspace/exclusions.ts'
import { lockOwnAccount } from '#server/accounts/api.ts'
import { awaitVisits, hideMatching } from '#server/catalog/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { defineJob } from '#server/platform/jobs/job-definition.ts'
import { requirePaid, type Viewer } from '#server/platform/session/viewer.ts'
import { type ReadEntry, readUpload, type ReadUpload, type TextChunks } from './read-upload.ts'

type Added = { name?: string | undefined; reason: ExclusionReason; text: TextChunks }

/**
 * Adds the readable lines in one transaction, then hides the stores that they match: by then, stores
 * of visits that did not see the lines are committed.
 * @throws AppError `session_expired` when the account was erased meanwhile
 */
export async function addLines(
  ctx: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  { userId, role }: Pick<Viewer, 'userId' | 'role'>,
  { name, reason, text }: Added,
): Promise<Presented> {
  const limit = rightsOf(role).excludedLines
  const upload = await readUpload(text, limit)
  const values = { userId, limit, upload, name: name?.trim() || null, reason }
  const saved = await inTransaction(ctx, (ctx) => saveUpload(ctx, values))
  const hides = saved.id === null ? 0 : await hideUpload(ctx, { userId, uploadId: saved.id })
  return { ...values, saved, hides }
}

export const addExclusions = async (ctx: RequestContext, added: Added): Promise<ExclusionUpload> =>
  presentUpload(ctx, await addLines(ctx, requirePaid(ctx), added))

type Lines = { userId: UserId; uploadId: string }

/** Repeating it changes nothing. */
async function hideUpload(ctx: Pick<AppContext, 'db'>, lines: Lines): Promise<number> {
  await inTransaction(ctx, ({ db }) => awaitVisits(db))
  return inTransaction(ctx, ({ db }) => hideMatching(db, lines))
}

/** In case the process ended between the lines and their stores. */
const RETRY_AFTER_MS = 2 * MINUTE_MS

/** The payload does not name the account: jobs are kept longer than accounts may be. */
export const hideExcludedStores = defineJob({
  name: 'hide-excluded-stores',
  payload: z.object({ uploadId: z.uuid() }),
  maxAttempts: 5,
  async run(ctx, { uploadId }) {
    const upload = await ctx.db
      .selectFrom('exclusion_uploads')
      .select('user_id')
      .where('id', '=', uploadId)
      .executeTakeFirst()
    if (upload) await hideUpload(ctx, { userId: upload.user_id, uploadId })
  },
})

type Entries = [key: string, entry: ReadEntry][]
/** What became of the entries: they were there before, were added, or found no room. */
type Saved = { id: string | null; at: Date; known: Entries; added: Entries; full: Entries }
type Saving = {
  userId: UserId
  limit: number
  upload: ReadUpload
  name: string | null
  reason: ExclusionReason
}

/** The account's uploads save one after the other, each with the room that is left. */
async function saveUpload(
  { db, jobs, now }: Pick<RequestContext, 'jobs' | 'now'> & { db: Db },
  { userId, limit, upload, name, reason }: Saving,
): Promise<Saved> {
  await lockOwnAccount(db, userId)
  const isKnown = await findKnown(db, userId, [...upload.entries.keys()])
  const entries = [...upload.entries]
  const known = entries.filter(([key]) => isKnown.has(key))
  const fresh = entries.filter(([key]) => !isKnown.has(key))
  const room = Math.max(0, limit - (await countLines(db, userId)))
  const [added, full] = [fresh.slice(0, room), fresh.slice(room)]
  const at = now()
  if (added.length === 0) return { id: null, at, known, added, full }
  const id = randomUUID()
  await db
    .insertInto('exclusion_uploads')
    .values({ id, user_id: userId, name, reason, created_at: at })
    .execute()
  const rows = added.map(([key, entry]) => ({ key, ...entry }))
  await sql`
    insert into exclusions (user_id, key, kind, upload_id, line)
    select ${userId}::uuid, key, kind, ${id}::uuid, line from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t (key text, kind text, line integer)`.execute(
    db,
  )
  const startAfter = new Date(at.getTime() + RETRY_AFTER_MS)
  await jobs.enqueue(db, hideExcludedStores, { uploadId: id }, { startAfter })
  return { id, at, known, added, full }
}

async function findKnown(db: Db, userId: UserId, keys: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('exclusions')
    .select('key')
    .where('user_id', '=', userId)
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

async function countLines(db: Db, userId: UserId): Promise<number> {
  const { lines } = await db
    .selectFrom('exclusions')
    .select((on) => on.fn.countAll<number>().as('lines'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return lines
}

type Presented = Saving & { saved: Saved; hides: number }

async function presentUpload(
  { db }: Pick<RequestContext, 'db'>,
  { userId, upload, saved, name, reason, hides }: Presented,
): Promise<ExclusionUpload> {
  const { lines, repeats, repeated, refusals, refused } = upload
  const { known, added, full } = saved
  const shown = added.slice(0, MAX_NAMED_LINES)
  const stores = await countStores(
    db,
    userId,
    shown.map(([key]) => key),
  )
  return {
    id: saved.id,
    name,
    reason,
    at: saved.at.toISOString(),
    lines,
    accepted: added.length,
    repeated: repeated + known.length,
    refused: refused + full.length,
    hides,
    acceptedLines: shown.map(([key, entry]) => ({ key, ...entry, stores: stores.get(key) ?? 0 })),
    repeatedLines: [...repeats, ...known.map(([text, { line }]) => ({ line, text, sameAs: null }))]
      .toSorted((a, b) => a.line - b.line)
      .slice(0, MAX_NAMED_LINES),
    refusedLines: [
      ...(await suggestShops(db, refusals)),
      ...full
        .slice(0, MAX_NAMED_LINES)
        .map(([text, { line }]) => ({ line, text, fault: 'full' as const, suggestion: null })),
    ].toSorted((a, b) => a.line - b.line),
  }
}

/** How many stores each of the lines hides. */
export async function countStores(
  db: Db,
  userId: UserId,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; stores: number }>`
    select key, count(*)::int as stores from hidden_stores
    where user_id = ${userId} and key = any(${[...keys]}::text[]) group by key`.execute(db)
  return new Map(rows.map(({ key, stores }) => [key, stores]))
}

type Refusals = ExclusionUpload['refusedLines']

const MAX_ASKED = 1_000
const SLUG = /^[a-z0-9-]{3,100}$/

/** `velelletea`, which lacks its ending, may be the name of exactly one shop on the platform. */
async function suggestShops(db: Db, refusals: Refusals): Promise<Refusals> {
  const slugOf = ({ fault, text }: Refusals[number]) =>
    fault === 'noEnding' && SLUG.test(text.toLowerCase()) ? text.toLowerCase() : null
  const slugs = refusals.flatMap((refusal) => slugOf(refusal) ?? []).slice(0, MAX_ASKED)
  if (slugs.length === 0) return refusals
  const rows = await db
    .selectFrom('stores')
    .select(['slug', 'domain'])
    .where('slug', 'in', slugs)
    .execute()
  const domains = Map.groupBy(rows, ({ slug }) => slug)
  return refusals.map((refusal) => {
    const [only, other] = domains.get(slugOf(refusal) ?? '') ?? []
    return only && !other ? { ...refusal, suggestion: only.domain } : refusal
  })
}
