import { DAY_MS } from '#contracts/dates.ts'
import { markOf } from '#server/accounts/sessions/challenge.ts'
import type { StoredCredentials } from '#server/platform/db/account-schema.ts'
import type { Cookies } from '#server/platform/http/cookies.ts'

const COOKIE = 'sign-up'
/** As long as the link in the mail works. */
const LIFETIME_SECONDS = DAY_MS / 1000

/**
 * Marks the browser that signs up, for every address alike. The mark is a digest of the salted hash
 * of this sign-up's password: nobody can make one, and it tells nothing.
 */
export const markBrowser = (cookies: Cookies, passwordHash: string): void =>
  cookies.set(COOKIE, markOf(passwordHash), LIFETIME_SECONDS)

export const isMarkedBrowser = (cookies: Cookies, credentials: StoredCredentials | null): boolean =>
  credentials !== null &&
  cookies.startingWith(COOKIE).get(COOKIE) === markOf(credentials.passwordHash)

export const unmarkBrowser = (cookies: Cookies): void => cookies.clear(COOKIE)
