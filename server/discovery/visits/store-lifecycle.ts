import { getDomain } from 'tldts'
import type { StoreStatus } from '#contracts/catalog/stores.ts'
import type { StoreEvent } from '#server/discovery/changes/compare-facts.ts'

export type StoreState = { status: StoreStatus; domain: string }

/** Answers of the platform that close a store. */
export const GONE = new Set<string>(['closed', 'no_shop', 'frozen', 'locked'])

type LifeEvent = Pick<StoreEvent, 'kind' | 'before' | 'after'>

const PLATFORM_DOMAIN = 'myshopify.com'

const registeredDomain = (domain: string): string => getDomain(domain) ?? domain

export const isSameSite = (one: string, other: string): boolean =>
  registeredDomain(one) === registeredDomain(other)

/**
 * Moving from the platform's own address to the first domain is part of a shop's setup, not a move.
 */
export function isMove(from: string, to: string): boolean {
  return (
    registeredDomain(from) !== PLATFORM_DOMAIN && registeredDomain(from) !== registeredDomain(to)
  )
}

/** In the order of recording. */
export function lifeEvents(before: StoreState | null, after: StoreState): LifeEvent[] {
  if (!before) return [{ kind: 'found', before: null, after: null }]
  const change = statusChange(before.status, after.status)
  const isMoved = isMove(before.domain, after.domain)
  return [
    ...(change ? [{ kind: change, before: null, after: null }] : []),
    ...(isMoved ? [{ kind: 'moved' as const, before: before.domain, after: after.domain }] : []),
  ]
}

function statusChange(before: StoreStatus, after: StoreStatus): LifeEvent['kind'] | null {
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
