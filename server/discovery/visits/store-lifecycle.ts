import { getDomain } from 'tldts'
import type { StoreStatus } from '#contracts/stores/stores.ts'

export type StoreState = { status: StoreStatus; domain: string }

/**
 * The events of a store's life; each becomes a row of `store_events`.
 *
 * - `found`: first visit
 * - `opened`: its earlier password page is gone
 * - `protected`: a password page appeared
 * - `closed`: the platform answers that there is no shop, or none for now (also written by `closeStores`)
 * - `reopened`: answers again after that
 * - `moved`: answers at a different domain
 */
export type StoreEventKind = 'found' | 'opened' | 'protected' | 'closed' | 'reopened' | 'moved'

const PLATFORM_DOMAIN = 'myshopify.com'

const registeredDomain = (domain: string): string => getDomain(domain) ?? domain

/** Moving from the platform's own address to the first domain is part of a shop's setup, not a move. */
export function isMove(from: string, to: string): boolean {
  return registeredDomain(from) !== PLATFORM_DOMAIN && registeredDomain(from) !== registeredDomain(to)
}

/** The changes between two visits, in the order of recording. */
export function lifeEvents(before: StoreState | null, after: StoreState): StoreEventKind[] {
  if (!before) return ['found']
  const change = statusChange(before.status, after.status)
  return [...(change ? [change] : []), ...(isMove(before.domain, after.domain) ? ['moved' as const] : [])]
}

function statusChange(before: StoreStatus, after: StoreStatus): StoreEventKind | null {
  if (before === after) return null
  switch (after) {
    case 'OPEN':
      return before === 'CLOSED' ? 'reopened' : 'opened'
    case 'PASSWORD_PROTECTED':
      return 'protected'
    case 'CLOSED':
      return 'closed'
    default:
      return after satisfies never
  }
}
