import { LOG_FAULTS, type LogFault } from '../ct-log/log-fault.ts'
import type { Resolution } from '../dns/zone.ts'
import { html, type Answer, type Asked } from '../http-answer.ts'
import { rejected, challenge, throttled } from '../shop-platform/pages/platform-pages.ts'

export const FAILURE_MODES = [
  '429',
  '429-retry-after',
  '430',
  '403',
  '500',
  '504',
  'timeout',
  'reset',
  'slow',
  'nxdomain',
  'servfail',
  'dns-timeout',
  'close',
  /** Cancels an earlier order. */
  'none',
  ...LOG_FAULTS,
] as const
export type FailureMode = (typeof FAILURE_MODES)[number]

export type Failure = {
  host: string
  mode: FailureMode
  times: number | null
  untilMs: number | null
}

/**
 * Failures ordered through the control server: for a number of requests, for a period, or until the
 * next order for that host.
 */
export type Failures = {
  order: (failure: Failure) => void
  clear: (host: string) => void
  /** The answer that replaces the real one for this request, or null. */
  answerFor: (asked: Asked) => Answer | null
  /**
   * The ordered fault for a log's own answer; `shows` says whether the fault would be visible in it
   * at all.
   */
  logFaultFor: (asked: Asked, shows: (fault: LogFault) => boolean) => LogFault | null
  resolutionFor: (host: string, nowMs: number) => Resolution | null
}

const SLOW_MS = 4_000
const NAME_FAILURES: readonly FailureMode[] = ['nxdomain', 'servfail', 'dns-timeout']
const isLogFault = (mode: FailureMode): mode is LogFault =>
  LOG_FAULTS.some((fault) => fault === mode)

export function createFailures(): Failures {
  const ordered = new Map<string, Failure>()

  function active(
    host: string,
    nowMs: number,
    fits: (mode: FailureMode) => boolean,
  ): FailureMode | null {
    const failure = ordered.get(host)
    if (!failure || !fits(failure.mode)) return null
    if (failure.untilMs !== null && nowMs >= failure.untilMs) ordered.delete(host)
    else if (failure.times === null || failure.times-- > 0) return failure.mode
    else ordered.delete(host)
    return null
  }

  return {
    order: (failure) => {
      if (failure.mode === 'none') ordered.delete(failure.host)
      else ordered.set(failure.host, failure)
    },
    clear: (host) => void ordered.delete(host),
    answerFor(asked) {
      const fits = (mode: FailureMode): boolean =>
        !NAME_FAILURES.includes(mode) && !isLogFault(mode)
      const mode = active(asked.host, asked.nowMs, fits)
      return mode !== null && !isLogFault(mode) ? failedAnswer(mode) : null
    },
    logFaultFor(asked, shows) {
      const mode = active(asked.host, asked.nowMs, (each) => isLogFault(each) && shows(each))
      return mode !== null && isLogFault(mode) ? mode : null
    },
    resolutionFor(host, nowMs) {
      const mode = active(host, nowMs, (each) => NAME_FAILURES.includes(each))
      if (mode === null) return null
      if (mode === 'dns-timeout') return { kind: 'timeout' }
      return mode === 'servfail' ? { kind: 'servfail' } : { kind: 'nxdomain' }
    },
  }
}

function failedAnswer(mode: Exclude<FailureMode, LogFault>): Answer | null {
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
    case '504':
      return error(Number(mode))
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
    case 'dns-timeout':
    case 'none':
      return null
    default:
      return mode satisfies never
  }
}
