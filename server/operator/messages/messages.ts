import { sql } from 'kysely'
import type * as api from '#contracts/operator/messages.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { recordOperatorAction } from '#server/operator/operator-action.ts'
import { readPage } from '#server/operator/read-page.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { containsPattern } from '#server/platform/db/sql-text.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { answerMessage } from '#server/site/api.ts'

export function listContactMessages(
  { db }: RequestContext,
  { state, q = '', ...asked }: QueryOf<typeof api.listContactMessages>,
): Promise<ResponseOf<typeof api.listContactMessages>> {
  let matching = selectMessages(db).where('answered_at', state === 'open' ? 'is' : 'is not', null)
  if (q !== '')
    matching = matching.where(
      sql<boolean>`lower(full_name || ' ' || message.email || ' ' || subject || ' ' || message.message) like ${containsPattern(q)}`,
    )
  const rows = matching
    .orderBy('message.created_at', state === 'open' ? 'asc' : 'desc')
    .orderBy('message.id')
  return readPage(db, rows, asked, presentMessage)
}

const selectMessages = (db: Db) =>
  db
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

type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number]

const presentMessage = (row: MessageRow): api.ContactMessage => ({
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
})

/** Answers it, or closes it with null. @throws AppError `not_found`, `conflict` */
export async function settleContactMessage(
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
  const message = await selectMessages(ctx.db).where('message.id', '=', id).executeTakeFirst()
  if (!message) throw notFound()
  return presentMessage(message)
}
