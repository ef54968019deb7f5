import { expect } from 'vitest'
import { createQueryClient } from '#web/api/query.ts'
import type { ApiRequest } from '#web/api/transport.ts'

type Call = { answer: (value: unknown) => void; refuse: (error: unknown) => void }

/** A client whose calls wait, in their order, until the test answers or refuses them. */
export function createWaitingClient<Note>(noteOf: (request: ApiRequest) => Note) {
  const sent: Note[] = []
  const waiting: Call[] = []
  const client = createQueryClient((request) => {
    sent.push(noteOf(request))
    return new Promise((answer, refuse) => waiting.push({ answer, refuse }))
  })
  return {
    client,
    sent,
    async next(): Promise<Call> {
      await expect.poll(() => waiting).not.toEqual([])
      const first = waiting.shift()
      if (!first) throw new Error('nothing was asked')
      return first
    },
  }
}
