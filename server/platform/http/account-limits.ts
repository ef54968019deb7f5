import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { overloaded } from '#server/platform/errors.ts'
import { createSlots, type SlotsOptions } from '#server/platform/slots.ts'

/** A screen's parallel requests beyond this wait, so that one account cannot delay the others. */
const MAX_RUNNING = 4
/** Running and waiting requests together: a quarter of all requests that may be in progress. */
const MAX_WITH_WAITING = 25
/** A limit is kept beyond its last request, because a new one costs as much as a small answer. */
const MAX_ACCOUNTS = 1_000

/**
 * In order of arrival.
 * @throws AppError `overloaded` when too many already wait
 */
export type LimitAccount = <Answer>(
  account: string,
  answer: () => Promise<Answer>,
) => Promise<Answer>

export function createAccountLimiter(): LimitAccount {
  const limits = new LRUCache<string, LimitFunction>({
    max: MAX_ACCOUNTS,
    memoMethod: () => pLimit(MAX_RUNNING),
    // One in use stays: all requests under way are far fewer accounts.
    disposeAfter(limit, account, reason) {
      if (reason === 'evict' && limit.activeCount > 0) limits.set(account, limit)
    },
  })
  return async (account, answer) => {
    const limit = limits.memo(account)
    if (limit.activeCount + limit.pendingCount >= MAX_WITH_WAITING) throw overloaded()
    return limit(answer)
  }
}

/** Held until their connections close. */
type ResponseSlots = {
  /** @throws AppError `overloaded` when all slots are taken, or the account has its share */
  acquire: (account: string, reply: FastifyReply) => Promise<void>
}

export function createResponseSlots(
  shares: Required<Pick<SlotsOptions, 'max' | 'maxPerKey'>>,
): ResponseSlots {
  const slots = createSlots<FastifyReply>({ ...shares, refusal: () => overloaded() })
  return {
    async acquire(account, reply) {
      await slots.acquire(reply, account)
      // Fires once for every response, also when the caller disconnected.
      reply.raw.once('close', () => slots.release(reply))
    },
  }
}
