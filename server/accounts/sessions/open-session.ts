import { createHash } from 'node:crypto'
import { BROWSER_MAP, parse } from 'bowser'
import * as z from 'zod'
import { MINUTE_MS } from '#contracts/dates.ts'
import { UserId } from '#contracts/ids.ts'
import { newSignInMail } from '#server/accounts/account-mails.ts'
import { readAccountForUpdate } from '#server/accounts/account-state.ts'
import type { TxContext } from '#server/accounts/context.ts'
import { hasSecondFactor } from '#server/accounts/second-factor/use-code.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/schema.ts'
import { AppError } from '#server/platform/errors.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { openSealedText, sealText } from '#server/platform/secrets/sealed-text.ts'
import { proveSession } from '#server/platform/session/sessions.ts'

type SignIn = {
  userId: UserId
  rememberMe: boolean
  /** `confirmation`: the browser that signed up opened the link that confirms its address. */
  by: 'password' | 'identity' | 'confirmation'
  hasCode?: boolean
}
export type Opening =
  | { kind: 'opened'; token: string }
  /** `finishSignin` goes on from here. */
  | { kind: 'code_required'; challenge: string }

/** @throws AppError `code_required`. Call it outside the transaction, which has to commit. */
export function tokenOf(opening: Opening): { token: string } {
  if (opening.kind === 'code_required')
    throw new AppError('code_required', { challenge: opening.challenge })
  return { token: opening.token }
}

/**
 * Call it after any proof of identity: the one place that opens a session, so the one that asks for
 * the second factor. The owner gets a mail about an unfamiliar device.
 * @throws AppError `account_locked`
 */
export async function openAccountSession(
  ctx: TxContext,
  { userId, rememberMe, by, hasCode = false }: SignIn,
): Promise<Opening> {
  const isFamiliar = await isFamiliarDevice(ctx, userId)
  const account = await readAccountForUpdate(ctx.db, userId)
  if (!account) throw new AppError('conflict')
  if (account.isLocked) throw new AppError('account_locked')
  const { network } = ctx
  if (!hasCode && (await hasSecondFactor(ctx.db, userId))) {
    await recordAuditEvent(ctx, { kind: 'second_factor.asked', userId, network, detail: { by } })
    const passwordMark = await readPasswordMark(ctx.db, userId)
    const proved = { userId, rememberMe, by, passwordMark }
    return { kind: 'code_required', challenge: sealChallenge(ctx, proved) }
  }
  await ctx.db
    .updateTable('users')
    // The sign-up's dates came back in this request.
    .set({ language: ctx.language, pending_dates: null })
    .where('id', '=', userId)
    .execute()
  if (!isFamiliar) {
    const { browser, system } = describeDevice(ctx.userAgent)
    await queueMail(ctx, newSignInMail, {
      recipient: account.email,
      userId,
      // In the owner's language, not that of the request: the owner has to understand it.
      language: account.language,
      params: { name: account.firstName, browser, system, at: ctx.now().toISOString() },
    })
  }
  const { userAgent } = ctx
  const session = await ctx.sessions.open(ctx.db, { userId, rememberMe, userAgent, network })
  // A person who signed in at the provider a moment ago need not prove it again.
  if (by === 'identity') await proveSession(ctx, session.sessionId)
  await recordAuditEvent(ctx, {
    kind: 'signin.succeeded',
    userId,
    network,
    ...(by !== 'password' && { detail: { by } }),
  })
  return { kind: 'opened', token: session.token }
}

async function readPasswordMark(db: Tx, userId: UserId): Promise<string> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return markOf(password_hash)
}

/**
 * Also true for the first sign-in of all, which needs no mail. Ended sessions are known for a week.
 */
async function isFamiliarDevice({ db, userAgent }: TxContext, userId: UserId): Promise<boolean> {
  const earlier = await db
    .selectFrom('sessions')
    .select('user_agent')
    .distinct()
    .where('user_id', '=', userId)
    .execute()
  const current = describeDevice(userAgent)
  const isSame = ({ user_agent: text }: { user_agent: string | null }) => {
    const known = describeDevice(text)
    return known.browser === current.browser && known.system === current.system
  }
  if (earlier.length > 0) return earlier.some(isSame)
  const first = await db
    .selectFrom('audit_events')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'signin.succeeded')
    .limit(1)
    .executeTakeFirst()
  return first === undefined
}

type Device = {
  browser: string | null
  system: string | null
  kind: 'desktop' | 'mobile' | 'tablet' | 'unknown'
}

const UNKNOWN: Device = { browser: null, system: null, kind: 'unknown' }
const MAX_LENGTH = 300
/** Any client may send any name; only names of real browsers are shown to the person. */
const BROWSERS: ReadonlySet<string> = new Set(Object.values(BROWSER_MAP))

export function describeDevice(userAgent: string | null): Device {
  const text = userAgent?.slice(0, MAX_LENGTH).trim()
  if (!text) return UNKNOWN
  const { browser, os, platform } = parse(text)
  const system = os.name ?? null
  return {
    browser: browser.name !== undefined && BROWSERS.has(browser.name) ? browser.name : null,
    system,
    kind: kindOf(platform.type, system),
  }
}

function kindOf(type: string | undefined, system: string | null): Device['kind'] {
  if (type === 'desktop' || type === 'mobile' || type === 'tablet') return type
  return system === 'Chrome OS' ? 'desktop' : 'unknown'
}

const LIFETIME_MS = 5 * MINUTE_MS

const Challenge = z.object({
  userId: UserId,
  rememberMe: z.boolean(),
  by: z.enum(['password', 'identity', 'confirmation']),
  /** Of the password at that moment: a reset or a change meanwhile ends the sign-in. */
  passwordMark: z.string(),
  untilMs: z.number(),
})
type Challenge = z.infer<typeof Challenge>

type Deps = Pick<AppContext, 'keyring' | 'now'>

export const markOf = (passwordHash: string | null): string =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')

/** What a person has proved before the code: sealed and not stored, so it costs no row. */
const sealChallenge = ({ keyring, now }: Deps, challenge: Omit<Challenge, 'untilMs'>): string =>
  sealText(
    keyring.current('second_factor'),
    JSON.stringify({ ...challenge, untilMs: now().getTime() + LIFETIME_MS }),
  )

/** Null for any other text, and for an expired one. */
export function openChallenge({ keyring, now }: Deps, text: string): Challenge | null {
  const opened = openSealedText(keyring.accepted('second_factor'), text)
  // The secrets that the same key seals are no JSON.
  if (!opened?.startsWith('{')) return null
  const challenge = Challenge.parse(JSON.parse(opened))
  return challenge.untilMs > now().getTime() ? challenge : null
}
