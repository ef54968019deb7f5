import type { resendVerification as endpoint } from '#contracts/auth.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { parseAddress } from '#server/mail/parse-address.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { RequestContext } from '#server/route.ts'
import { emailKeyOf } from './email-key.ts'
import type { MailRequestLimits } from './mail-request-limits.ts'
import { verifySignUpMail } from './mails/sign-up-mails.ts'

type Context = RequestContext & { mailRequestLimits: MailRequestLimits }

/** A mail is queued for every address; composing it decides whether it is sent. */
export async function resendVerification(
  ctx: Context,
  input: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const email = parseAddress(input.email)
  const isWithinLimit = await ctx.mailRequestLimits.verification(ctx.network, emailKeyOf(email))
  if (isWithinLimit) {
    await inTransaction(ctx, async (ctx) => {
      const user = await findUser(ctx.db, email)
      await queueMail(ctx, verifySignUpMail, {
        recipient: user?.email ?? email,
        userId: user?.id ?? null,
        language: ctx.language,
        // The credentials of this moment, so that another person's sign-up cannot replace them while the link is on its way.
        params: { credentials: user && credentialsOf(user) },
      })
    })
  }
  return { message: ctx.say('done_verification_sent') }
}

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

async function findUser(db: Db, email: string) {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'password_hash', 'email_verified_at'])
    .where('email_key', '=', emailKeyOf(email))
    .executeTakeFirst()
  return row ?? null
}

const credentialsOf = (user: User) =>
  user.password_hash && !user.email_verified_at
    ? { passwordHash: user.password_hash, firstName: user.first_name, lastName: user.last_name }
    : null
