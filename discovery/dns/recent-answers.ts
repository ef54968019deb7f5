import type { QueryAnswer } from '#discovery/dns/query.ts'

type AskHost = (host: string) => Promise<QueryAnswer>

type Entry = { answer: Promise<QueryAnswer>; askedAtMs: number }

/**
 * Keeps answers for `keepMs`, at most `capacity` of them (the oldest goes first), and lets simultaneous questions for one
 * host share one answer. "No answer for now" is not kept.
 */
export function createRecentAnswers(options: {
  ask: AskHost
  keepMs: number
  capacity: number
  now: () => Date
}): AskHost {
  const entries = new Map<string, Entry>()

  const remember = (host: string, answer: Promise<QueryAnswer>, askedAtMs: number): void => {
    const entry = { answer, askedAtMs }
    entries.delete(host)
    entries.set(host, entry)
    const [oldest] = entries.keys()
    if (entries.size > options.capacity && oldest !== undefined) entries.delete(oldest)
    void answer.then(({ kind }) => kind === 'retry' && entries.get(host) === entry && entries.delete(host))
  }

  return (host) => {
    const name = host.toLowerCase()
    const nowMs = options.now().getTime()
    const known = entries.get(name)
    if (known && nowMs - known.askedAtMs < options.keepMs) return known.answer
    const answer = options.ask(name)
    remember(name, answer, nowMs)
    return answer
  }
}
