import type { Resolution } from '../dns/zone.ts'
import { html, type Answer, type Asked } from '../http-answer.ts'
import { rejected, challenge, throttled } from '../shop-platform/pages/platform-pages.ts'

export const FAILURE_MODES = [
  '429',
  '429-retry-after',
  '430',
  '403',
  '500',
  'timeout',
  'reset',
  'slow',
  'nxdomain',
  'servfail',
  'close',
] as const
export type FailureMode = (typeof FAILURE_MODES)[number]

export type Failure = { host: string; mode: FailureMode; times: number | null; untilMs: number | null }

/** Failures ordered through the control server: for a number of requests, for a while, or until another one for that host. */
export type Failures = {
  order: (failure: Failure) => void
  clear: (host: string) => void
  /** Replaces the answer for this request, or null. */
  answerFor: (asked: Asked) => Answer | null
  resolutionFor: (host: string, nowMs: number) => Resolution | null
}

const SLOW_MS = 4_000
const isNameFailure = (mode: FailureMode): boolean => mode === 'nxdomain' || mode === 'servfail'

export function createFailures(): Failures {
  const ordered = new Map<string, Failure>()

  function active(host: string, nowMs: number, forNames: boolean): Failure | null {
    const failure = ordered.get(host)
    if (!failure || isNameFailure(failure.mode) !== forNames) return null
    if (failure.untilMs !== null && nowMs >= failure.untilMs) ordered.delete(host)
    else if (failure.times === null || failure.times-- > 0) return failure
    else ordered.delete(host)
    return null
  }

  return {
    order: (failure) => void ordered.set(failure.host, failure),
    clear: (host) => void ordered.delete(host),
    answerFor(asked) {
      const failure = active(asked.host, asked.nowMs, false)
      return failure && failedAnswer(failure.mode)
    },
    resolutionFor(host, nowMs) {
      const failure = active(host, nowMs, true)
      if (!failure) return null
      return failure.mode === 'servfail' ? { kind: 'servfail' } : { kind: 'nxdomain' }
    },
  }
}

function failedAnswer(mode: FailureMode): Answer | null {
  const error = (status: number): Answer =>
    html(status, `<!doctype html><title>${status}</title><h1>${status}</h1>`)
  switch (mode) {
    case '429':
      return throttled(null)
    case '429-retry-after':
      return throttled(2)
    case '430':
      return rejected()
    case '403':
      return challenge()
    case '500':
      return error(500)
    case 'timeout':
      return { ...error(200), mishap: { kind: 'silence' } }
    case 'reset':
      return { ...error(200), mishap: { kind: 'reset' } }
    case 'slow':
      return { ...error(503), mishap: { kind: 'delay', ms: SLOW_MS } }
    case 'close':
      return error(404)
    case 'nxdomain':
    case 'servfail':
      return null
    default:
      return mode satisfies never
  }
}
