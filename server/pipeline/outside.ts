import type { LogStep, CtLog, LogHead } from '#discovery/ct/ct-log.ts'
import type { ResolveHost } from '#discovery/dns/dns-answer.ts'
import type { Fetch } from '#discovery/fetch/fetch-outcome.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'

export type LogReader = {
  step: (fromIndex: number, signal: AbortSignal) => Promise<LogStep>
  /** The verified size; null while the log does not answer. */
  readHead: (signal: AbortSignal) => Promise<LogHead | null>
}

/** Everything the pipeline asks of the world outside. Built from configuration; tests hand in their own. */
export type Outside = {
  fetch: Fetch
  resolveHost: ResolveHost
  probe: (host: string, signal: AbortSignal) => Promise<ProbeResult>
  readLog: (log: CtLog, lastHead: LogHead | null) => LogReader
}
