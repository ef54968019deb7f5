import { Secret, TOTP } from 'otpauth'
import type { UserId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import { openSealedText, sealText } from '#server/platform/sealed-text.ts'

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
  sealText(keyring.current('operator_code'), secret)

type Sealed = { user_id: UserId; totp_secret: string }

/** Null, with an error in the log, when it was sealed under an `APP_SECRET` that is gone. */
export function openSecret(
  { keyring, log }: Keys & Pick<AppContext, 'log'>,
  { user_id: userId, totp_secret: sealed }: Sealed,
): string | null {
  const secret = openSealedText(keyring.accepted('operator_code'), sealed)
  if (secret === null)
    log.error(
      { event: 'operator.factor_unreadable', userId },
      'the second factor of an operator cannot be opened: it was sealed under an APP_SECRET that is gone; enrol the operator again',
    )
  return secret
}

export const isSealedNow = ({ keyring }: Keys, { totp_secret: sealed }: Sealed): boolean =>
  openSealedText([keyring.current('operator_code')], sealed) !== null
