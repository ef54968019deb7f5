import { hash } from 'node:crypto'
import * as z from 'zod'
import { DAY_MS } from '#contracts/dates.ts'
import type { CtLog } from './ct-log.ts'
import { decodeBase64 } from './log-fetch.ts'

// Certificates issued now expire within this time: currently 90 days, soon 45 days, plus ten days
// of slack.
const NEW_CERTIFICATE_EXPIRY_DAYS = 100

const WebUrl = z.url({ protocol: /^https?$/ }).max(500)
const Instant = z.iso.datetime({ offset: true }).pipe(z.coerce.date())
const Interval = z.object({ start_inclusive: Instant, end_exclusive: Instant })
const State = z.record(z.string(), z.unknown())

const ListedLog = z.object({
  description: z.string().max(500).catch(''),
  log_id: z.string().length(44),
  key: z.string().max(4096),
  state: State,
  temporal_interval: Interval.nullish(),
  log_type: z.string().optional(),
})
const Rfc6962Log = ListedLog.extend({ url: WebUrl })
const TiledLog = ListedLog.extend({ submission_url: WebUrl, monitoring_url: WebUrl })

const Operator = z.object({
  name: z.string().max(500).catch('unknown'),
  logs: z.array(z.unknown()).catch([]),
  tiled_logs: z.array(z.unknown()).catch([]),
})
const LogList = z.object({ operators: z.array(z.unknown()) })

/**
 * The logs of a log list, version 3 (format: googlechrome.github.io/CertificateTransparency). Skips
 * invalid entries: unknown states, keys that do not hash to their id, test logs.
 */
export function parseLogList(json: unknown): CtLog[] {
  const list = LogList.safeParse(json)
  if (!list.success) return []
  const logs = list.data.operators.flatMap(readOperator)
  const byId = new Map<string, CtLog>()
  // The first entry for a log wins, and static logs sort first: reading tiles is cheaper for both
  // sides.
  for (const log of logs.toSorted((a, b) => rank(a) - rank(b)))
    if (!byId.has(log.logId)) byId.set(log.logId, log)
  return [...byId.values()]
}

/**
 * The time stamp inside a log list; `null` if it has none. Lets the caller ignore a list older than
 * the one it has.
 */
export function readLogListTime(json: unknown): Date | null {
  const list = z.object({ log_list_timestamp: Instant }).safeParse(json)
  return list.success ? list.data.log_list_timestamp : null
}

/**
 * The logs that accept certificates issued now: usable or qualified, with an expiry range that
 * begins before these certificates expire.
 */
export function selectLogs(logs: CtLog[], now: Date): CtLog[] {
  const lastExpiryMs = now.getTime() + NEW_CERTIFICATE_EXPIRY_DAYS * DAY_MS
  return logs.filter(({ state, temporalInterval: interval }) => {
    if (state !== 'usable' && state !== 'qualified') return false
    return (
      !interval ||
      (interval.start.getTime() <= lastExpiryMs && interval.end.getTime() > now.getTime())
    )
  })
}

const rank = (log: CtLog): number => (log.kind === 'static' ? 0 : 1)

function readOperator(json: unknown): CtLog[] {
  const parsed = Operator.safeParse(json)
  if (!parsed.success) return []
  const { name, logs, tiled_logs: tiledLogs } = parsed.data
  const read = [
    ...tiledLogs.map((log) => readTiledLog(log, name)),
    ...logs.map((log) => readRfc6962Log(log, name)),
  ]
  return read.filter((log) => log !== null)
}

function readTiledLog(json: unknown, operator: string): CtLog | null {
  const log = TiledLog.safeParse(json)
  if (!log.success) return null
  const origin = log.data.submission_url.replace(/^https?:\/\//, '').replace(/(?<!\/)\/+$/, '')
  return readLog(log.data, {
    operator,
    kind: 'static',
    url: withSlash(log.data.monitoring_url),
    origin,
  })
}

function readRfc6962Log(json: unknown, operator: string): CtLog | null {
  const log = Rfc6962Log.safeParse(json)
  if (!log.success) return null
  return readLog(log.data, { operator, kind: 'rfc6962', url: withSlash(log.data.url), origin: '' })
}

function readLog(
  log: z.infer<typeof ListedLog>,
  rest: Pick<CtLog, 'operator' | 'kind' | 'url' | 'origin'>,
): CtLog | null {
  const state = readState(log.state)
  if (!state || log.log_type === 'test' || !isKeyOf(log.log_id, log.key)) return null
  const { start_inclusive: start, end_exclusive: end } = log.temporal_interval ?? {}
  const temporalInterval = start && end ? { start, end } : null
  return {
    ...rest,
    logId: log.log_id,
    description: log.description,
    key: log.key,
    state,
    temporalInterval,
  }
}

function readState(state: Record<string, unknown>): CtLog['state'] | null {
  const known = ['usable', 'qualified', 'readonly', 'pending', 'retired', 'rejected'] as const
  return known.find((name) => Object.hasOwn(state, name)) ?? null
}

function isKeyOf(logId: string, key: string): boolean {
  const bytes = decodeBase64(key)
  return bytes !== null && hash('sha256', bytes, 'base64') === logId
}

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`)
