import { createBackOff } from './back-off.ts'
import type { LogHead, LogMemory } from './ct-log.ts'
import type { Trouble } from './log-fetch.ts'
import type { Prove } from './proof.ts'

const MINUTE_MS = 60 * 1000
/** Finds a fork soon enough to matter, at a rate that a log does not notice: see docs/decisions/0012. */
const PROVE_EVERY_MS = 10 * MINUTE_MS
/** Tiles that do not lead to the signed head may be damaged for a moment; if that lasts longer, the log itself serves them. */
const LONGEST_UNFIT_MS = 10 * MINUTE_MS

export type ProofRefusal = { kind: 'trouble'; trouble: Trouble } | { kind: 'broken'; detail: string }

export type ProofKeeper = {
  /** The newest head that was proven to contain the ones before it. */
  proven: () => LogHead | null
  /** Proves `next` if a proof is due. Null = accept it. `isUnknownPast` = entries were read beyond every head we have seen. */
  check: (
    heads: { newest: LogHead | null; next: LogHead; isUnknownPast: boolean },
    signal: AbortSignal,
  ) => Promise<ProofRefusal | null>
}

/**
 * Tracks which heads are proven. A proof is due at the first head of a process, then every ten minutes, and whenever another process has
 * read on in between. It covers both the last proven head and the last accepted one, so every head that stays in use is proven.
 */
export function createProofKeeper(options: {
  now: () => Date
  memory: LogMemory
  prove: Prove
  random?: () => number
}): ProofKeeper {
  const { now, prove } = options
  const backOff = createBackOff(options.random ?? Math.random)
  let { proven } = options.memory
  let dueAtMs = -Infinity
  let resting: { untilMs: number; refusal: ProofRefusal } | null = null
  let unfitSinceMs: number | null = null

  const refuse = (trouble: Trouble): ProofRefusal => {
    const refusal: ProofRefusal = { kind: 'trouble', trouble }
    resting = { untilMs: now().getTime() + Math.max(trouble.afterMs ?? 0, backOff.fail()), refusal }
    return refusal
  }

  const proveFrom = async (
    from: LogHead,
    next: LogHead,
    signal: AbortSignal,
  ): Promise<ProofRefusal | null> => {
    const outcome = await prove(from, next, signal)
    const nowMs = now().getTime()
    switch (outcome.kind) {
      case 'consistent':
        unfitSinceMs = null
        return null
      case 'trouble':
        return refuse(outcome.trouble)
      case 'unfit':
        unfitSinceMs ??= nowMs
        if (nowMs - unfitSinceMs > LONGEST_UNFIT_MS) return { kind: 'broken', detail: outcome.detail }
        return refuse({ detail: outcome.detail, afterMs: null })
      case 'contradicted':
        return { kind: 'broken', detail: outcome.detail }
      default:
        return outcome satisfies never
    }
  }

  return {
    proven: () => proven,
    async check({ newest, next, isUnknownPast }, signal) {
      const nowMs = now().getTime()
      if (nowMs < dueAtMs && !isUnknownPast) return null
      if (resting && nowMs < resting.untilMs) return resting.refusal
      for (const from of owed(proven, newest, next)) {
        const refusal = await proveFrom(from, next, signal)
        if (refusal) return refusal
      }
      proven = next
      dueAtMs = nowMs + PROVE_EVERY_MS
      resting = null
      backOff.succeed()
      return null
    },
  }
}

/** The smaller heads that `next` has to contain; an empty tree is contained in any. */
function owed(proven: LogHead | null, newest: LogHead | null, next: LogHead): LogHead[] {
  const heads = newest && newest.size !== proven?.size ? [proven, newest] : [proven]
  return heads.filter((head) => head !== null).filter(({ size }) => size > 0 && size < next.size)
}
