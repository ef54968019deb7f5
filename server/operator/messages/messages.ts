import { sql } from 'kysely'
import type * as api from '#contracts/operator/messages.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { numberedPage } from '#contracts/paging.ts'
import { recordOperatorAction } from '#server/operator/operator-action.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { containsPattern } from '#server/platform/db/sql-text.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { answerMessage } from '#server/site/api.ts'

export async function listContactMessages(
  { db }: RequestContext,
  { page, size, state, q = '' }: QueryOf<typeof api.listContactMessages>,
): Promise<ResponseOf<typeof api.listContactMessages>> {
  let matching = db
    .selectFrom('contact_messages')
    .where('answered_at', state === 'open' ? 'is' : 'is not', null)
  if (q !== '')
    matching = matching.where(
      sql<boolean>`lower(full_name || ' ' || email || ' ' || subject || ' ' || message) like ${containsPattern(q)}`,
    )
  const [{ total }, rows] = await Promise.all([
    matching.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    matching
      .select('id')
      .orderBy('created_at', state === 'open' ? 'asc' : 'desc')
      .orderBy('id')
      .limit(size)
      .offset(page * size)
      .execute(),
  ])
  return numberedPage(
    await readMessages(
      db,
      rows.map(({ id }) => id),
    ),
    { page, size, total },
  )
}

async function readMessages(db: Db, ids: readonly string[]): Promise<api.ContactMessage[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('contact_messages as message')
    .leftJoin('users', (join) =>
      join
        .onRef('users.email_key', '=', 'message.email_key')
        .on('users.email_verified_at', 'is not', null),
    )
    .select([
      'message.id',
      'message.full_name',
      'message.email',
      'message.subject',
      'message.message',
    ])
    .select(['message.language', 'message.created_at', 'message.answered_at', 'message.answer'])
    .select('users.id as account_id')
    .where('message.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .map((row) => ({
      id: row.id,
      fullName: row.full_name,
      email: row.email,
      accountId: row.account_id,
      topic: row.subject,
      message: row.message,
      language: row.language,
      createdAt: row.created_at.toISOString(),
      answeredAt: row.answered_at?.toISOString() ?? null,
      answer: row.answer,
    }))
}

export const answerContactMessage = (
  ctx: RequestContext,
  id: string,
  { answer }: BodyOf<typeof api.answerContactMessage>,
): Promise<api.ContactMessage> => settle(ctx, id, answer)

export const closeContactMessage = (ctx: RequestContext, id: string): Promise<api.ContactMessage> =>
  settle(ctx, id, null)

async function settle(
  ctx: RequestContext,
  id: string,
  answer: string | null,
): Promise<api.ContactMessage> {
  await inTransaction(ctx, async (ctx) => {
    await answerMessage(ctx, id, answer)
    await recordOperatorAction(ctx, {
      action: answer === null ? 'message.closed' : 'message.answered',
      target: id,
    })
  })
  const [message] = await readMessages(ctx.db, [id])
  if (!message) throw notFound()
  return message
}
