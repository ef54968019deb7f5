import { limit, MINUTE } from '#server/platform/limits.ts'

export const limits = {
  // Wrong codes.
  code: limit('operator-code', 'account', 5, 15 * MINUTE),
}
