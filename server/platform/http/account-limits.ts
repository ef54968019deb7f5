import type { FastifyReply } from 'fastify'
import pLimit, { type LimitFunction } from 'p-limit'
import { overloaded } from '#server/platform/errors.ts'

/** A screen's parallel requests beyond this wait, so that one account cannot delay the others. */
const MAX_RUNNING = 4
/** Running and waiting requests together: a quarter of all requests that may be in progress. */
const MAX_WITH_WAITING = 25

/**
 * Runs an answer as soon as fewer than four of the same account are running, in order of arrival.
 * @throws AppError `overloaded` when too many already wait
 */
export type LimitAccount = <Answer>(account: string, answer: () => Promise<Answer>) => Promise<Answer>

export function createAccountLimiter(): LimitAccount {
  const limits = new Map<string, LimitFunction>()
  return async (account, answer) => {
    const limit = limits.get(account) ?? pLimit(MAX_RUNNING)
    if (countOf(limit) >= MAX_WITH_WAITING) throw overloaded()
    limits.set(account, limit)
    try {
      return await limit(answer)
    } finally {
      if (countOf(limit) === 0) limits.delete(account)
    }
  }
}

const countOf = ({ activeCount, pendingCount }: LimitFunction): number => activeCount + pendingCount

/** Slots for long answers, held until their connections close. */
export type ResponseSlots = {
  /** @throws AppError `overloaded` when all slots are taken, or the account has its share */
  acquire: (account: string, reply: FastifyReply) => void
}

export function createResponseSlots({
  max,
  maxPerAccount,
}: {
  max: number
  maxPerAccount: number
}): ResponseSlots {
  const heldByAccount = new Map<string, number>()
  let total = 0
  return {
    acquire(account, reply) {
      const own = heldByAccount.get(account) ?? 0
      if (total >= max || own >= maxPerAccount) throw overloaded()
      total += 1
      heldByAccount.set(account, own + 1)
      // Fires once for every response, also when the caller disconnected.
      reply.raw.once('close', () => {
        total -= 1
        const left = (heldByAccount.get(account) ?? 1) - 1
        if (left > 0) heldByAccount.set(account, left)
        else heldByAccount.delete(account)
      })
    },
  }
}
