import pLimit, { type LimitFunction } from 'p-limit'
import { overloaded } from '#server/errors.ts'

/** More than a screen asks for at once has to wait, so that nobody's questions keep those of others waiting. */
const MAX_RUNNING = 4
/** With those that are answered: a quarter of all requests that may be under way. */
const MAX_WITH_WAITING = 25

/**
 * Runs an answer as soon as fewer than four of the same account run, in the order of their arrival.
 * @throws AppError `overloaded` when too many wait already
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
