import type { UserId } from '#contracts/ids.ts'
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { currentOrigin } from '#server/platform/tracing/tracing.ts'
import { parseAddress } from './email-address.ts'

export type MailContent = {
  subject: string
  html: string
  text: string
  /** In addition to the common headers, e.g. how to unsubscribe. */
  headers?: Readonly<Record<string, string>>
  /** One address that receives replies instead of the sender. */
  replyTo?: string
}

export type Mail<Params> = {
  /** One address, without a name. */
  recipient: string
  /** Null while the address belongs to no known account. */
  userId: UserId | null
  language: Language
  params: Params
}

export type MailKind<Params> = {
  kind: string
  params: z.ZodType<Params>
  /**
   * Warns the owner or restores access: sent before others, and may use the whole hourly budget.
   */
  isUrgent?: boolean
  /**
   * Regular news, which can be many: sent after all others, and never uses up the hourly budget.
   */
  isBulk?: boolean
  /**
   * Each mail has distinct content: a later one does not replace an earlier one to the same address
   * that is still queued.
   */
  allowsDuplicates?: boolean
}

/**
 * A kind with its text. A mail is composed when it is sent, so that its links are created then and
 * stored nowhere else.
 */
type MailDefinition<Params> = MailKind<Params> & {
  /** Returns null when there is nothing to send. May run twice for one mail. */
  compose: (ctx: AppContext, mail: Mail<Params>) => Promise<MailContent | null>
}

export const defineMail = <Params>(definition: MailDefinition<Params>): MailDefinition<Params> =>
  definition

/** It hides the type of its parameters, so that all kinds fit in one list. */
export type RegisteredMail = {
  kind: string
  isUrgent: boolean
  isBulk: boolean
  parseAndCompose: (ctx: AppContext, mail: Mail<unknown>) => Promise<MailContent | null>
}

export const registerMail = <Params>({
  kind,
  params,
  isUrgent = false,
  isBulk = false,
  compose,
}: MailDefinition<Params>): RegisteredMail => ({
  kind,
  isUrgent,
  isBulk,
  parseAndCompose: async (ctx, mail) =>
    compose(ctx, { ...mail, params: params.parse(mail.params) }),
})

/**
 * Inside a transaction pass its context: the mail is sent only if it commits. Replaces a queued
 * mail of the same kind for the same account and address, unless each has distinct content.
 * @throws AppError `invalid_email` for anything but exactly one address
 */
export async function queueMail<Params extends Record<string, unknown>>(
  { db, now, jobs }: Pick<AppContext, 'db' | 'now' | 'jobs'>,
  definition: MailKind<Params>,
  { recipient, userId, language, params }: Mail<Params>,
): Promise<void> {
  const address = parseAddress(recipient)
  const mailId = randomUUID()
  const origin = currentOrigin()
  if (!definition.allowsDuplicates)
    await db
      .deleteFrom('outgoing_mails')
      .where('recipient', '=', address)
      .where('kind', '=', definition.kind)
      .where('user_id', 'is not distinct from', userId)
      .execute()
  await db
    .insertInto('outgoing_mails')
    .values({
      id: mailId,
      kind: definition.kind,
      recipient: address,
      user_id: userId,
      language,
      params: JSON.stringify(definition.params.parse(params)),
      origin: origin && JSON.stringify(origin),
      created_at: now(),
      due_at: now(),
    })
    .execute()
  await jobs.enqueue(db, sendMailJob, { mailId })
}

type WaitingMail = { kind: string; tries: number } | undefined

/** Call it inside a transaction. */
export async function sendMailNow(
  { db, now, jobs }: Pick<AppContext, 'db' | 'now' | 'jobs'>,
  mailId: string,
): Promise<WaitingMail> {
  const mail = await db
    .updateTable('outgoing_mails')
    .set({ due_at: now() })
    .where('id', '=', mailId)
    .returning(['kind', 'tries'])
    .executeTakeFirst()
  if (mail) await jobs.enqueue(db, sendMailJob, { mailId })
  return mail
}

export const deleteMail = (db: Db, mailId: string): Promise<WaitingMail> =>
  db
    .deleteFrom('outgoing_mails')
    .where('id', '=', mailId)
    .returning(['kind', 'tries'])
    .executeTakeFirst()

/**
 * The job holds no address: `outgoing_mails` stores content and recipient. `create-context.ts` adds
 * the handler.
 */
export const sendMailJob = {
  name: 'send-mail',
  payload: z.object({ mailId: z.uuid() }),
  maxAttempts: 10,
  retryDelaySeconds: 10,
}
