import { createHash } from 'node:crypto'
import * as z from 'zod'
import { MINUTE_MS } from '#contracts/dates.ts'
import { UserId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import { openSealedText, sealText } from '#server/platform/sealed-text.ts'

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
export const sealChallenge = (
  { keyring, now }: Deps,
  challenge: Omit<Challenge, 'untilMs'>,
): string =>
  sealText(
    keyring.current('second_factor'),
    JSON.stringify({ ...challenge, untilMs: now().getTime() + LIFETIME_MS }),
  )

/** Null for any other text, and for one that is too old. */
export function openChallenge({ keyring, now }: Deps, text: string): Challenge | null {
  const opened = openSealedText(keyring.accepted('second_factor'), text)
  // The secrets that the same key seals are no JSON.
  if (!opened?.startsWith('{')) return null
  const challenge = Challenge.parse(JSON.parse(opened))
  return challenge.untilMs > now().getTime() ? challenge : null
}
