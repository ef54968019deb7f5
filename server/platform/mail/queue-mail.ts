import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { AppContext } from '#server/platform/context.ts'
import { parseAddress } from './email-address.ts'
import type { Mail, MailDefinition } from './mail-definition.ts'

/**
 * Queues a mail; inside a transaction pass its context: the mail is sent only if it commits. It replaces an earlier queued mail of the same
 * kind for the same account and address, unless each has distinct content.
 * @throws AppError `invalid_email` for anything but exactly one address
 */
export async function queueMail<Params extends Record<string, unknown>>(
  { db, now, jobs }: Pick<AppContext, 'db' | 'now' | 'jobs'>,
  definition: MailDefinition<Params>,
  { recipient, userId, language, params }: Mail<Params>,
): Promise<void> {
  const address = parseAddress(recipient)
  const mailId = randomUUID()
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
      created_at: now(),
      due_at: now(),
    })
    .execute()
  await jobs.enqueue(db, sendMailJob, { mailId })
}

/** The job holds no address: `outgoing_mails` stores content and recipient. `create-context.ts` adds the handler. */
export const sendMailJob = {
  name: 'send-mail',
  payload: z.object({ mailId: z.uuid() }),
  maxAttempts: 10,
  retryDelaySeconds: 10,
}
