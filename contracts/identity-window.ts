import * as z from 'zod/mini'

/** Where the identity provider sends its window back to. */
export const IDENTITY_WINDOW_PATH = '/auth/callback'

/** By which that window and the page that opened it talk: both are ours, also where the browser parted them. */
export const IDENTITY_CHANNEL = 'storedawn-identity'

/** What the provider answered, as it stands behind the `#`; and that the page which waited for this answer has taken it. */
export const IdentityWindowMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), fragment: z.string().check(z.maxLength(16_384)) }),
  z.object({ kind: z.literal('taken'), state: z.string().check(z.maxLength(512)) }),
])
export type IdentityWindowMessage = z.infer<typeof IdentityWindowMessage>
