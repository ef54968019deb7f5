import { LRUCache } from 'lru-cache'
import type { QueryAnswer } from '#discovery/dns/query.ts'

type AskHost = (host: string) => Promise<QueryAnswer>

/**
 * Caches answers for `keepMs`, at most `capacity` of them. Simultaneous questions for one host share one answer. "No answer for now" is not
 * cached.
 */
export function createRecentAnswers(options: {
  ask: AskHost
  keepMs: number
  capacity: number
  now: () => Date
}): AskHost {
  const answers = new LRUCache<string, Promise<QueryAnswer>>({
    max: options.capacity,
    // The library still returns an entry whose age equals the limit.
    ttl: options.keepMs - 1,
    ttlResolution: 0,
    perf: { now: () => options.now().getTime() },
    memoMethod(name) {
      const answer = options.ask(name)
      void answer.then(
        ({ kind }) => kind === 'retry' && answers.peek(name) === answer && answers.delete(name),
      )
      return answer
    },
  })
  return (host) => answers.memo(host.toLowerCase())
}
