import { sql } from 'kysely'
import { DAY_MS } from '#contracts/dates.ts'
import { FALLBACK_LANGUAGE, isLanguage } from '#i18n/languages.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { giveSlotBack, takeSlot } from './mail-budget.ts'
import type { RegisteredMail } from './mail-definition.ts'
import type { LetterToSend } from './open-smtp.ts'

/** Longer than sending may take; after this another process retries a mail whose sender was killed. */
const LEASE_MS = 2 * 60 * 1000
/** Week-old mail is useless. Older rows are purged. */
const KEEP_MS = 7 * DAY_MS

export type TakenMail = { id: string; kind: string; tries: number }

export type Taking =
  | { kind: 'nothing_due' }
  /** The hourly budget is used up; the remaining mails wait for the next hour. */
  | { kind: 'over_budget' }
  /** There was nothing to send; its row is deleted. */
  | { kind: 'dropped' }
  | { kind: 'broken'; mail: TakenMail; error: unknown }
  | { kind: 'letter'; mail: TakenMail; letter: LetterToSend }

type LeasedRow = {
  id: string
  kind: string
  recipient: string
  user_id: string | null
  language: string
  params: unknown
  tries: number
}

/** Takes the next due mail, urgent ones first, and composes it. No other process gets it for two minutes. */
export async function takeMail(ctx: AppContext, mails: readonly RegisteredMail[]): Promise<Taking> {
  const row = await leaseNext(ctx, mails)
  const definition = mails.find(({ kind }) => kind === row?.kind)
  if (!row || !definition) return { kind: 'nothing_due' }
  const mail = { id: row.id, kind: row.kind, tries: row.tries }
  try {
    return await inTransaction(ctx, async (ctx): Promise<Taking> => {
      if (!(await takeSlot(ctx, definition))) {
        await release(ctx, row.id)
        return { kind: 'over_budget' }
      }
      const letter = await compose(ctx, definition, row)
      if (letter) return { kind: 'letter', mail, letter }
      await giveSlotBack(ctx)
      await ctx.db.deleteFrom('outgoing_mails').where('id', '=', row.id).execute()
      return { kind: 'dropped' }
    })
  } catch (error) {
    return { kind: 'broken', mail, error }
  }
}

async function leaseNext(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  mails: readonly RegisteredMail[],
): Promise<LeasedRow | undefined> {
  const kinds = mails.map(({ kind }) => kind)
  const first = mails.filter(({ goesFirst }) => goesFirst).map(({ kind }) => kind)
  const { rows } = await sql<LeasedRow>`
    update outgoing_mails set due_at = ${new Date(now().getTime() + LEASE_MS)}, tries = tries + 1
    where id = (
      select id from outgoing_mails
      where due_at <= ${now()} and created_at > ${new Date(now().getTime() - KEEP_MS)} and kind = any(${kinds})
      order by kind = any(${first}) desc, created_at, id
      limit 1
      for update skip locked
    )
    returning id, kind, recipient, user_id, language, params, tries`.execute(db)
  return rows[0]
}

async function release({ db, now }: Pick<AppContext, 'db' | 'now'>, id: string): Promise<void> {
  await db
    .updateTable('outgoing_mails')
    .set(({ eb }) => ({ due_at: now(), tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .execute()
}

async function compose(
  ctx: AppContext,
  definition: RegisteredMail,
  row: LeasedRow,
): Promise<LetterToSend | null> {
  const language = isLanguage(row.language) ? row.language : FALLBACK_LANGUAGE
  const { recipient, user_id: userId, params } = row
  const content = await definition.parseAndCompose(ctx, { recipient, userId, language, params })
  return content && { ...content, id: row.id, recipient, language }
}
