import { getDomain } from 'tldts'
import type { StoreStatus } from '#contracts/stores.ts'

export type StoreState = { status: StoreStatus; domain: string }

/**
 * What may happen in a store's life; each becomes a row of `store_events`.
 *
 * - `found`: first visit
 * - `opened`: seen without the password page that was there before
 * - `protected`: behind a password page that was not there before
 * - `closed`: the platform answers that there is no shop, or none for now (also written by `closeStores`)
 * - `reopened`: answers again after that
 * - `moved`: answers at a domain of another name
 */
export type StoreEventKind = 'found' | 'opened' | 'protected' | 'closed' | 'reopened' | 'moved'

const PLATFORM_DOMAIN = 'myshopify.com'

const nameOf = (domain: string): string => getDomain(domain) ?? domain

/** From the platform's own address to the first domain is no move, but the shop's setting up. */
export function isMove(from: string, to: string): boolean {
  return nameOf(from) !== PLATFORM_DOMAIN && nameOf(from) !== nameOf(to)
}

/** What changed between two visits, in the order in which it is told. */
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
