import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Cookies } from '#server/platform/http/cookies.ts'
import { openSealedText, sealText } from '#server/platform/secrets/sealed-text.ts'

const LIFETIME_MS = 10 * MINUTE_MS
const RANDOM_BYTES = 32
const PREFIX = 'identity-'
/** Sign-ins that one browser may have open, in several tabs. Older ones are given up. */
const MAX_OPEN = 8

const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  /** RFC 7636: proves to the provider that the sender of the code also began the sign-in. */
  verifier: z.string(),
  untilMs: z.number(),
})
export type Attempt = z.infer<typeof Attempt>

export type Attempts = ReturnType<typeof createAttempts>

/**
 * Sealed into a cookie of the browser, one for each attempt: the server stores nothing until a
 * sign-in succeeds, and an answer that another browser began is worth nothing here.
 */
export function createAttempts({ keyring, now }: Pick<AppContext, 'keyring' | 'now'>) {
  const read = (text: string): Attempt | null => {
    const opened = openSealedText(keyring.accepted('identity'), text)
    // The token that we seal is no JSON.
    const attempt = opened?.startsWith('{') ? Attempt.parse(JSON.parse(opened)) : null
    return attempt && attempt.untilMs > now().getTime() ? attempt : null
  }
  const seal = (text: string) => sealText(keyring.current('identity'), text)
  const openIn = (cookies: Cookies) =>
    [...cookies.startingWith(PREFIX).values()].flatMap((text) => read(text) ?? [])
  const end = (cookies: Cookies, attempt: Attempt) => cookies.clear(nameOf(attempt))
  return {
    begin(cookies: Cookies): Attempt {
      const newest = openIn(cookies).toSorted((a, b) => b.untilMs - a.untilMs)
      for (const old of newest.slice(MAX_OPEN - 1)) end(cookies, old)
      const [state, nonce, verifier] = [newSecret(), newSecret(), newSecret()]
      const attempt = { state, nonce, verifier, untilMs: now().getTime() + LIFETIME_MS }
      cookies.set(nameOf(attempt), seal(JSON.stringify(attempt)), LIFETIME_MS / 1000)
      return attempt
    },
    openIn,
    end,
    /** What the browser carries from the window to us, unreadable. */
    seal,
    /** The token inside; any other text is returned unchanged. */
    open: (text: string): string =>
      // Every token of a provider has two dots, a sealed text has none.
      text.includes('.') ? text : (openSealedText(keyring.accepted('identity'), text) ?? text),
  }
}

const newSecret = () => randomBytes(RANDOM_BYTES).toString('base64url')

const nameOf = ({ state }: Attempt) => `${PREFIX}${state.slice(0, 8)}`

/** RFC 7636, 4.2: method S256. */
export const challengeOf = ({ verifier }: Attempt): string =>
  createHash('sha256').update(verifier).digest('base64url')
