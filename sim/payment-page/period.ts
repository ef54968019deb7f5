import type { Cycle, Offer, Subscription } from './ledger-types.ts'

/**
 * The same day of a later month at the same UTC time, or that month's last day if it is too short.
 */
export function addCycle(fromMs: number, cycle: Cycle): number {
  const from = new Date(fromMs)
  const months = cycle === 'yearly' ? 12 : 1
  const target = new Date(from)
  target.setUTCDate(1)
  target.setUTCMonth(from.getUTCMonth() + months)
  const lastDay = new Date(
    Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0),
  ).getUTCDate()
  target.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return target.getTime()
}

/** The remaining part of the paid period, 0..1. */
export function shareLeft(
  { periodStartsAt, periodEndsAt }: Pick<Subscription, 'periodStartsAt' | 'periodEndsAt'>,
  atMs: number,
): number {
  const share = (periodEndsAt - atMs) / (periodEndsAt - periodStartsAt)
  return Math.min(1, Math.max(0, share))
}

/**
 * Within a cycle: the price difference for the rest of the period. For another cycle: the full
 * price, less the unused part.
 */
export function dueForChange(subscription: Subscription, offer: Offer, atMs: number): number {
  const left = shareLeft(subscription, atMs)
  const isSameCycle = subscription.billingCycle === offer.billingCycle
  const due = isSameCycle
    ? (offer.amountMinor - subscription.amountMinor) * left
    : offer.amountMinor - subscription.amountMinor * left
  return Math.max(0, Math.round(due))
}
