import * as z from 'zod/mini'

/** Body of every refusal; `code` is one of `errorStatus`. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  /** The log line of this request has the same id, so that a user can quote it to support. */
  requestId: z.string(),
  /** The request field that caused the refusal, when it is exactly one. */
  field: z.optional(z.string()),
  /** Sign-in only: tries left before the pair (address, network) is locked, 0..3. */
  remainingAttempts: z.optional(z.int()),
  /** `code_required` only: what `finishSignin` wants beside the code. */
  challenge: z.optional(z.string()),
  /** `export_limit_reached` only: rows that the account may still export on this UTC day. */
  remainingToday: z.optional(z.int()),
  /** Seconds until a retry makes sense; same value as the Retry-After header. */
  retryAfterSeconds: z.optional(z.int()),
  /**
   * The server refused before it did any work, so sending the same request again cannot take effect
   * twice.
   */
  isSafeToRepeat: z.optional(z.boolean()),
  /** Blog calls only: their refusals use the same envelope as their answers. */
  success: z.optional(z.literal(false)),
  data: z.optional(z.null()),
})
export type ErrorBody = z.infer<typeof ErrorBody>
