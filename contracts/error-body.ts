import * as z from 'zod/mini'

/** What every refusal answers; its `code` is one of `errorStatus`. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  /** Also in the log line of this request, so that a user can quote it to support. */
  requestId: z.string(),
  /** The request field to blame, where it is exactly one. */
  field: z.optional(z.string()),
  /** Sign-in only: tries left before the pair (address, network) is locked, 0..3. */
  remainingAttempts: z.optional(z.int()),
  /** `export_limit_reached` only: rows that are left on this UTC day. */
  remainingToday: z.optional(z.int()),
  /** Seconds until a repeat makes sense; the same figure as the Retry-After header. */
  retryAfterSeconds: z.optional(z.int()),
  /** Refused before any work began: the same request, sent again, cannot take effect twice. */
  isSafeToRepeat: z.optional(z.boolean()),
  /** Blog calls only: their refusals have the same envelope as their answers. */
  success: z.optional(z.literal(false)),
  data: z.optional(z.null()),
})
export type ErrorBody = z.infer<typeof ErrorBody>
