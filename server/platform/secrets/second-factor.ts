import { Secret, TOTP } from 'otpauth'
import type { UserId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import { openSealedText, sealText } from './sealed-text.ts'

/** RFC 6238 with the values that every authenticator app uses. */
const PERIOD_SECONDS = 30
const DIGITS = 6
/** Steps before and after the current one whose codes are accepted, for clocks that differ. */
const WINDOW_STEPS = 1

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Storedawn', label, digits: DIGITS, period: PERIOD_SECONDS, secret })

/** @returns the key for the app to enter by hand, and the address for its QR code */
export function createSecret(
  email: string,
  secret: string = new Secret({ size: 20 }).base32,
): { secret: string; uri: string } {
  return { secret, uri: totpOf(secret, email).toString() }
}

/**
 * The step of a right code that is later than the last one used; null for any other code, and for
 * one that was used already.
 */
export function stepOfCode(
  secret: string,
  code: string,
  at: Date,
  lastStep: number | null,
): number | null {
  const timestamp = at.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW_STEPS })
  if (delta === null) return null
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
  return lastStep === null || step > lastStep ? step : null
}

type Keys = Pick<AppContext, 'keyring'>

export const sealSecret = ({ keyring }: Keys, secret: string): string =>
  sealText(keyring.current('second_factor'), secret)

type Sealed = { user_id: UserId; totp_secret: string }

/** Null, with an error in the log, when it was sealed under an `APP_SECRET` that is gone. */
function openSecret(
  { keyring, log }: Keys & Pick<AppContext, 'log'>,
  { user_id: userId, totp_secret: sealed }: Sealed,
): string | null {
  const secret = openSealedText(keyring.accepted('second_factor'), sealed)
  if (secret === null)
    log.error(
      { event: 'second_factor.unreadable', userId },
      'a second factor cannot be opened: it was sealed under an APP_SECRET that is gone; enrol the operator, or turn off the member’s',
    )
  return secret
}

type Factor = Sealed & { totp_step: number | null }
type FactorDeps = Keys & Pick<AppContext, 'log' | 'now'>

/**
 * Null for a wrong code and for a used one. Call it while the transaction holds the lock of the
 * row: simultaneous requests with one code wait for each other, so that it works once.
 */
export function acceptCode(
  ctx: FactorDeps,
  factor: Factor,
  code: string,
): Pick<Factor, 'totp_secret' | 'totp_step'> | null {
  const secret = openSecret(ctx, factor)
  const step = secret && stepOfCode(secret, code.replaceAll(' ', ''), ctx.now(), factor.totp_step)
  return step ? { totp_step: step, totp_secret: sealSecret(ctx, secret) } : null
}

/**
 * After a change of `APP_SECRET`: the second factors still sealed under an earlier one, unused
 * since.
 */
export async function resealFactors(
  ctx: Keys & Pick<AppContext, 'db' | 'log'>,
  table: 'operators' | 'second_factors',
): Promise<void> {
  const isCurrent = ({ totp_secret: sealed }: Sealed) =>
    openSealedText([ctx.keyring.current('second_factor')], sealed) !== null
  for (const factor of await ctx.db
    .selectFrom(table)
    .select(['user_id', 'totp_secret'])
    .execute()) {
    const secret = isCurrent(factor) ? null : openSecret(ctx, factor)
    if (secret === null) continue
    await ctx.db
      .updateTable(table)
      .set({ totp_secret: sealSecret(ctx, secret) })
      .where('user_id', '=', factor.user_id)
      .where('totp_secret', '=', factor.totp_secret) // another may have been enrolled meanwhile
      .execute()
  }
}
