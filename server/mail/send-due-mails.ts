import type { AppContext } from '#server/context.ts'
import { giveSlotBack } from './mail-budget.ts'
import type { RegisteredMail } from './mail-definition.ts'
import { openSmtp, type SendOutcome, type Smtp } from './open-smtp.ts'
import { takeMail, type TakenMail } from './take-mail.ts'

/** The rest is taken by the next run, a minute later at most. */
const MOST_AT_ONCE = 200
const MINUTE_MS = 60 * 1000
const LONGEST_WAIT_MS = 15 * MINUTE_MS
/** Rejections of one message by a server that accepted its recipient: an operator may have to fix the sender's records first. */
const MOST_REJECTIONS = 8

/**
 * Sends the due mails one after the other, each to exactly one recipient and at least once. Without a mail server all mails wait. A server
 * that does not answer ends the run, since it would not answer for the next mail either.
 */
export async function sendDueMails(
  ctx: AppContext,
  mails: readonly RegisteredMail[],
  signal: AbortSignal,
): Promise<void> {
  if (!ctx.config.SMTP_URL) return
  const smtp = openSmtp(ctx.config.SMTP_URL, ctx.config.MAIL_FROM)
  let goesOn = true
  for (let count = 0; goesOn && count < MOST_AT_ONCE && !signal.aborted; count++)
    goesOn = await sendNext(ctx, { mails, smtp, signal })
}

type Means = { mails: readonly RegisteredMail[]; smtp: Smtp; signal: AbortSignal }

/** @returns whether the run should continue with the next mail */
async function sendNext(ctx: AppContext, { mails, smtp, signal }: Means): Promise<boolean> {
  const taking = await takeMail(ctx, mails)
  switch (taking.kind) {
    case 'nothing_due':
      return false
    case 'over_budget':
      ctx.log.warn({ event: 'mail.over_budget' }, 'the mails of this hour are used up: others wait')
      return false
    case 'dropped':
      return true
    case 'broken':
      logBroken(ctx, taking.mail, taking.error)
      await putOff(ctx, taking.mail)
      return true
    case 'letter':
      return settle(ctx, taking.mail, await smtp.send(taking.letter, signal))
    default:
      return taking satisfies never
  }
}

async function settle(ctx: AppContext, mail: TakenMail, outcome: SendOutcome): Promise<boolean> {
  const about = { mailId: mail.id, kind: mail.kind }
  if (outcome.kind === 'sent') {
    ctx.log.info({ event: 'mail.sent', ...about }, 'mail sent')
    await forget(ctx, mail)
    return true
  }
  await giveSlotBack(ctx)
  const { reason } = outcome
  if (outcome.kind === 'refused' || (outcome.kind === 'rejected' && mail.tries >= MOST_REJECTIONS)) {
    ctx.log.warn({ event: 'mail.refused', reason, ...about }, 'mail refused, not tried again')
    await forget(ctx, mail)
    return true
  }
  ctx.log.warn(
    { event: 'mail.failed', reason, tries: mail.tries, ...about },
    'mail failed, tried again later',
  )
  await putOff(ctx, mail)
  return outcome.kind !== 'unavailable'
}

const forget = ({ db }: AppContext, { id }: TakenMail) =>
  db.deleteFrom('outgoing_mails').where('id', '=', id).execute()

async function putOff({ db, now }: AppContext, { id, tries }: TakenMail): Promise<void> {
  const wait = Math.min(2 ** (tries - 1) * MINUTE_MS, LONGEST_WAIT_MS)
  await db
    .updateTable('outgoing_mails')
    .set({ due_at: new Date(now().getTime() + wait) })
    .where('id', '=', id)
    .execute()
}

/** Logs the place without the message: databases and parsers quote values in theirs, and these may be addresses. */
function logBroken({ log }: AppContext, { id: mailId, kind }: TakenMail, error: unknown): void {
  const { name, code, stack } = Object(error) as Record<string, unknown>
  const frames = typeof stack === 'string' ? stack.split('\n').filter((line) => /^\s+at /.test(line)) : []
  log.error(
    { event: 'mail.broken', mailId, kind, error: name, code, at: frames.slice(0, 8) },
    'mail could not be composed',
  )
}
