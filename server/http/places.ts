import type { FastifyReply } from 'fastify'
import { overloaded } from '#server/errors.ts'

/** Slots for long answers, held until their connections close. */
export type Places = {
  /** @throws AppError `overloaded` when all slots are taken, or the account has its share */
  take: (account: string, reply: FastifyReply) => void
}

export function createPlaces({ most, ofAccount }: { most: number; ofAccount: number }): Places {
  const taken = new Map<string, number>()
  let all = 0
  return {
    take(account, reply) {
      const own = taken.get(account) ?? 0
      if (all >= most || own >= ofAccount) throw overloaded()
      all += 1
      taken.set(account, own + 1)
      // Fires once for every response, also when the caller disconnected.
      reply.raw.once('close', () => {
        all -= 1
        const left = (taken.get(account) ?? 1) - 1
        if (left > 0) taken.set(account, left)
        else taken.delete(account)
      })
    },
  }
}
