import { HOUR, limit } from '#server/platform/limits.ts'

export const limits = {
  // Each call asks the payment provider, which has its own limits.
  billing: limit('billing', 'account', 60, HOUR),
  // The page that waits for a payment polls two dozen times; that must not use up the calls that a
  // purchase needs.
  look: limit('billing-look', 'account', 300, HOUR),
  // How many forged events are recorded; thousands of them must not fill the log.
  refusal: limit('billing-refusal', 'network', 20, HOUR),
}
