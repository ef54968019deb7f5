import * as z from 'zod/mini'

/** Path to which the identity provider redirects its window. */
export const IDENTITY_WINDOW_PATH = '/auth/callback'

/**
 * Channel between that window and the page that opened it. Both are our own pages, and it works even where the browser cuts their `opener`
 * link.
 */
export const IDENTITY_CHANNEL = 'storedawn-identity'

/** The provider's answer exactly as it follows the `#`, and the confirmation from the page that waited for the answer. */
export const IdentityWindowMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), fragment: z.string().check(z.maxLength(16_384)) }),
  z.object({ kind: z.literal('taken'), state: z.string().check(z.maxLength(512)) }),
])
export type IdentityWindowMessage = z.infer<typeof IdentityWindowMessage>
