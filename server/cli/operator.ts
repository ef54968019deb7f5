import { renderUnicodeCompact } from 'uqr'
import { dropSecondFactor } from '#server/accounts/api.ts'
import { enrolOperator, listOperators, removeOperator } from '#server/operator/api.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openKeyring } from '#server/platform/secrets/keyring.ts'
import { emailKeyOf } from '#server/platform/mail/email-address.ts'
import { type Caller, defineCommand, UsageError } from './command.ts'
import { withDatabase } from './database.ts'

export const command = defineCommand({
  usage: `--add EMAIL | --remove EMAIL | --list | --drop-factor EMAIL

Chooses who may open the operator console (/operator). The account must exist, and its address must be confirmed.

  --add     makes the account an operator and prints the key of its second factor; if it is one already, prints
            a new key that replaces the old one
  --remove  takes the access away at once
  --list    lists the operators
  --drop-factor
            turns off the second factor of a member who has lost both app and recovery codes; make sure first that it
            is really them
`,
  options: {
    add: { type: 'string' },
    remove: { type: 'string' },
    list: { type: 'boolean' },
    'drop-factor': { type: 'string' },
  },
  async run({ add, remove, list, 'drop-factor': drop }, { say }) {
    if ([add, remove, list, drop].filter((each) => each !== undefined).length !== 1)
      throw new UsageError('name one of --add, --remove, --list and --drop-factor')
    return withContext(async (ctx) => {
      if (add !== undefined) return addOperator(ctx, add, say)
      if (remove !== undefined) return takeConsole(ctx, remove, say)
      if (drop !== undefined) return dropFactor(ctx, drop, say)
      for (const { email, created_at: since } of await listOperators(ctx))
        say(`${email}, since ${since.toISOString().slice(0, 10)}`)
      return 0
    })
  },
})

type Ctx = Parameters<typeof enrolOperator>[0]

const withContext = (work: (ctx: Ctx) => Promise<number>): Promise<number> =>
  withDatabase(async ({ db, withoutDeadline }, { config, log }) => {
    const now = () => new Date()
    await withoutDeadline((db) => migrate(db, log))
    return work({ db, now, keyring: await openKeyring({ config, db, log, now }) })
  })

async function addOperator(ctx: Ctx, email: string, say: Caller['say']): Promise<number> {
  const enrolment = await enrolOperator(ctx, emailKeyOf(email))
  if (!enrolment) {
    say(`there is no account with the confirmed address ${email}`)
    return 1
  }
  say(renderUnicodeCompact(enrolment.uri))
  say(`Key for the authenticator app of ${email}: ${enrolment.secret}`)
  say('It is shown only now. The console is at /operator.')
  return 0
}

async function takeConsole(ctx: Ctx, email: string, say: Caller['say']): Promise<number> {
  const wasOperator = await removeOperator(ctx, emailKeyOf(email))
  say(wasOperator ? `${email} is no longer an operator` : `${email} is not an operator`)
  return wasOperator ? 0 : 1
}

async function dropFactor(ctx: Ctx, email: string, say: Caller['say']): Promise<number> {
  const wasOn = await dropSecondFactor(ctx, emailKeyOf(email))
  say(wasOn ? `${email} logs in without a code from now on` : `${email} has no second factor`)
  return wasOn ? 0 : 1
}
