import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#contracts/accounts/auth.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import type * as api from '#contracts/workspace/templates.ts'
import { lockOwnAccount } from '#server/accounts/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'

type Answer = ResponseOf<typeof api.listTemplates>

export async function listTemplates(ctx: RequestContext): Promise<Answer> {
  const { userId, role } = requirePaid(ctx)
  return answerOf(await readTemplates(ctx.db, userId), role)
}

/** Rows keep gaps and ties; the answer numbers them. */
const answerOf = (templates: Omit<api.Template, 'position'>[], role: Role): Answer => ({
  templates: templates.map((template, position) => ({ ...template, position })),
  limit: rightsOf(role).templates,
})

const readTemplates = (db: Db, userId: UserId) =>
  db
    .selectFrom('templates')
    .select(['id', 'name', 'subject', 'body'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** The verb's change of the list, in order; the account is locked meanwhile. */
async function changeTemplates(
  ctx: RequestContext,
  change: (templates: StoredTemplate[], role: Role) => StoredTemplate[],
): Promise<Answer> {
  const { userId, role } = requirePaid(ctx)
  return inTransaction(ctx, async ({ db }) => {
    await lockOwnAccount(db, userId)
    const before = await readTemplates(db, userId)
    const after = change(before, role)
    const kept = after.map(({ id }) => id)
    await sql`delete from templates where user_id = ${userId} and id <> all(${kept}::uuid[])`.execute(
      db,
    )
    await sql`
      insert into templates (id, user_id, name, subject, body, position)
      select id, ${userId}, name, subject, body, at
      from jsonb_to_recordset(${JSON.stringify(after.map((template, at) => ({ ...template, at })))}::jsonb)
        as row (id uuid, name text, subject text, body text, at integer)
      on conflict (id) do update set name = excluded.name, subject = excluded.subject,
        body = excluded.body, position = excluded.position`.execute(db)
    return answerOf(after, role)
  })
}

type StoredTemplate = Omit<api.Template, 'position'>

/** @throws AppError `template_limit` */
export async function createTemplate(
  ctx: RequestContext,
  { position, ...values }: BodyOf<typeof api.createTemplate>,
): Promise<ResponseOf<typeof api.createTemplate>> {
  const id = randomUUID()
  const answer = await changeTemplates(ctx, (templates, role) => {
    if (templates.length >= rightsOf(role).templates) throw new AppError('template_limit')
    return templates.toSpliced(position ?? templates.length, 0, { id, ...values })
  })
  return { ...answer, id }
}

/** @throws AppError `not_found`, also for another account's */
export const updateTemplate = (
  ctx: RequestContext,
  { id, position, ...values }: BodyOf<typeof api.updateTemplate> & { id: string },
): Promise<Answer> =>
  changeTemplates(ctx, (templates) => {
    const at = placeOf(templates, id)
    return templates.toSpliced(at, 1).toSpliced(position ?? at, 0, { id, ...values })
  })

/** @throws AppError `not_found`, also for another account's */
export const deleteTemplate = (ctx: RequestContext, id: string): Promise<Answer> =>
  changeTemplates(ctx, (templates) => templates.toSpliced(placeOf(templates, id), 1))

function placeOf(templates: readonly StoredTemplate[], id: string): number {
  const at = templates.findIndex((template) => template.id === id)
  if (at === -1) throw notFound()
  return at
}
