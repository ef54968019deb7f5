import { DAY_MS, MINUTE_MS } from '#contracts/dates.ts'
import type { ConsistencyProver } from './consistency-proofs.ts'
import type { LogHead, LogMemory } from './ct-log.ts'
import { type LogAnswer, type Trouble, type TroubleAnswer, troubleOf } from './log-fetch.ts'
import { createBackOff } from './throttle.ts'
import type { HeadOutcome } from './tree-heads.ts'

// Caches hold a checkpoint for a minute at most; a log that serves older heads for longer has lost
// entries.
const MAX_BEHIND_MS = 2 * MINUTE_MS
// A head dated further in the future means that the head is damaged or that our clock is wrong.
const MAX_AHEAD_MS = DAY_MS

type HeadStep =
  /**
   * A verified head, perhaps from before the position, and the delay before the next one may be
   * requested.
   */
  | { kind: 'head'; head: LogHead; proven: LogHead; nextInMs: number }
  | TroubleAnswer
  | { kind: 'broken'; detail: string }

export type HeadReader = (fromIndex: number, signal: AbortSignal) => Promise<HeadStep>

type HeadReaderOptions = {
  now: () => Date
  /** Minimum time between two requests for the log's size. */
  everyMs: () => number
  /** Heads that were verified before this process began, if any. */
  memory: LogMemory
  request: (signal: AbortSignal) => Promise<LogAnswer>
  parse: (body: Uint8Array) => HeadOutcome
  prove: ConsistencyProver
}

const ONLY_OLDER = 'the log shows only a head older than the one it signed'

/**
 * Follows the signed size of a log and rejects heads that contradict earlier ones. A new head that
 * cannot be proven now leaves the previous one; remembered heads count once the log has confirmed
 * them.
 */
export function createHeadReader(options: HeadReaderOptions): HeadReader {
  const { now, everyMs } = options
  const proofs = createProofTracker(options)
  const behindTimer = createBehindTimer()
  let newest = options.memory.head
  let isConfirmed = false
  let isStale = false
  let nextRequestAtMs = -Infinity

  const acceptHead = async (
    next: LogHead,
    fromIndex: number,
    signal: AbortSignal,
  ): Promise<Refusal | null> => {
    const relation = newest ? compareHeads(newest, next) : 'grown'
    if (relation === 'forked') return { kind: 'broken', detail: describeFork(next, newest) }
    isStale = relation === 'stale'
    if (isStale && isConfirmed) return null
    if (isStale) return { ...troubleOf(ONLY_OLDER), mayReadOn: true }
    const isUnknownPast = newest !== null && fromIndex > newest.size
    const refusal = await proofs.check({ newest, next, isUnknownPast }, signal)
    if (refusal?.kind === 'broken') return refusal
    if (refusal) return { ...refusal, mayReadOn: true }
    newest = next
    isConfirmed = true
    return null
  }

  const refresh = async (fromIndex: number, signal: AbortSignal): Promise<Refusal | null> => {
    const answer = await requestHead(options, signal)
    if (answer.kind !== 'head') return answer
    if (answer.head.timestampMs > now().getTime() + MAX_AHEAD_MS)
      return troubleOf('the head is from the future')
    const refusal = await acceptHead(answer.head, fromIndex, signal)
    nextRequestAtMs = now().getTime() + everyMs()
    return refusal
  }

  return async (fromIndex, signal) => {
    const isDue = !newest || !isConfirmed || now().getTime() >= nextRequestAtMs
    const refusal = isDue ? await refresh(fromIndex, signal) : null
    if (refusal && (refusal.kind === 'broken' || !refusal.mayReadOn)) return refusal
    const nowMs = now().getTime()
    const sizeBefore = newest?.size ?? 0
    if (behindTimer.update(sizeBefore >= fromIndex && !isStale, nowMs))
      return {
        kind: 'broken',
        detail: `the log lost entries: it had ${Math.max(sizeBefore, fromIndex)}`,
      }
    if (!newest || !isConfirmed) return refusal ?? troubleOf('no tree head')
    if (refusal && newest.size <= fromIndex) return refusal
    return {
      kind: 'head',
      head: newest,
      proven: proofs.proven() ?? newest,
      nextInMs: Math.max(1, nextRequestAtMs - nowMs),
    }
  }
}

type Refusal =
  /** `mayReadOn` = reading may continue up to the previous head. */
  (TroubleAnswer & { mayReadOn?: true }) | { kind: 'broken'; detail: string }

/** True once the log has served heads older than its newest known one for too long. */
function createBehindTimer(): { update: (isUpToDate: boolean, nowMs: number) => boolean } {
  let sinceMs: number | null = null
  return {
    update(isUpToDate, nowMs) {
      sinceMs = isUpToDate ? null : (sinceMs ?? nowMs)
      return sinceMs !== null && nowMs - sinceMs > MAX_BEHIND_MS
    },
  }
}

async function requestHead(
  { request, parse }: HeadReaderOptions,
  signal: AbortSignal,
): Promise<{ kind: 'head'; head: LogHead } | Refusal> {
  const answer = await request(signal)
  if (answer.kind === 'trouble') return answer
  if (answer.kind === 'missing') return troubleOf(`no tree head (status ${answer.status})`)
  const outcome = parse(answer.body)
  if (outcome.kind === 'malformed') return troubleOf(outcome.detail)
  return outcome.kind === 'untrusted' ? { kind: 'broken', detail: outcome.detail } : outcome
}

function describeFork(next: LogHead, before: LogHead | null): string {
  if (before?.size === next.size) return `two roots at size ${next.size}`
  return `the log shrank from ${before?.size} to ${next.size} entries`
}

/**
 * `stale` = smaller and older: a cache or mirror that lags behind. `forked` = two histories: it
 * shrank later on, or has two roots at one size. NOTE: `grown` does not prove that the larger tree
 * contains the smaller one; its caller does, from hash tiles.
 */
function compareHeads(before: LogHead, next: LogHead): 'same' | 'grown' | 'stale' | 'forked' {
  if (next.size > before.size) return 'grown'
  if (next.size === before.size) return next.rootHash === before.rootHash ? 'same' : 'forked'
  return next.timestampMs < before.timestampMs ? 'stale' : 'forked'
}

/**
 * Finds a fork soon enough to matter, at a rate that a log does not notice: see
 * docs/decisions/0012.
 */
const PROVE_EVERY_MS = 10 * MINUTE_MS
/**
 * Tiles that do not lead to the signed head may be damaged for a moment; if that lasts longer, the
 * log itself serves them.
 */
const MAX_MISMATCH_MS = 10 * MINUTE_MS

type HeadsToProve = {
  newest: LogHead | null
  next: LogHead
  /** Entries were read beyond every head we have seen. */
  isUnknownPast: boolean
}

/**
 * Tracks which heads are proven. A proof is due at the first head of a process, then every ten
 * minutes, and when another process has read on. It covers the last proven and the last accepted
 * head, so every head in use is proven.
 */
function createProofTracker({ now, memory, prove }: HeadReaderOptions) {
  const backOff = createBackOff(Math.random)
  let { proven } = memory
  let dueAtMs = -Infinity
  let pause: { untilMs: number; refusal: Refusal } | null = null
  let mismatchSinceMs: number | null = null

  const refuse = (trouble: Trouble): Refusal => {
    const refusal: Refusal = { kind: 'trouble', trouble }
    pause = { untilMs: now().getTime() + Math.max(trouble.afterMs ?? 0, backOff.fail()), refusal }
    return refusal
  }

  const proveFrom = async (
    from: LogHead,
    next: LogHead,
    signal: AbortSignal,
  ): Promise<Refusal | null> => {
    const outcome = await prove(from, next, signal)
    const nowMs = now().getTime()
    switch (outcome.kind) {
      case 'consistent':
        mismatchSinceMs = null
        return null
      case 'trouble':
        return refuse(outcome.trouble)
      case 'mismatch':
        mismatchSinceMs ??= nowMs
        if (nowMs - mismatchSinceMs > MAX_MISMATCH_MS)
          return { kind: 'broken', detail: outcome.detail }
        return refuse({ detail: outcome.detail, afterMs: null })
      case 'contradicted':
        return { kind: 'broken', detail: outcome.detail }
      default:
        return outcome satisfies never
    }
  }

  return {
    /** The newest head that was proven to contain the ones before it. */
    proven: () => proven,
    /** Proves `next` if a proof is due. Null = accept it. */
    async check(
      { newest, next, isUnknownPast }: HeadsToProve,
      signal: AbortSignal,
    ): Promise<Refusal | null> {
      const nowMs = now().getTime()
      if (nowMs < dueAtMs && !isUnknownPast) return null
      if (pause && nowMs < pause.untilMs) return pause.refusal
      for (const from of headsToProve(proven, newest, next)) {
        const refusal = await proveFrom(from, next, signal)
        if (refusal) return refusal
      }
      proven = next
      dueAtMs = nowMs + PROVE_EVERY_MS
      pause = null
      backOff.succeed()
      return null
    },
  }
}

/** The smaller heads that `next` has to contain; an empty tree is contained in any. */
function headsToProve(proven: LogHead | null, newest: LogHead | null, next: LogHead): LogHead[] {
  const heads = newest && newest.size !== proven?.size ? [proven, newest] : [proven]
  return heads.filter((head) => head !== null).filter(({ size }) => size > 0 && size < next.size)
}
