import { gunzipSync } from 'node:zlib'
import { html, json, plainText, type Answer, type Asked } from '../http-answer.ts'
import type { WorldOptions } from '../options.ts'
import type { Timeline } from '../timeline.ts'
import { showsIn, type LogFault } from './log-fault.ts'
import { LOG_LIST_HOST, LOG_LIST_PATH, logList } from './log-list.ts'
import { createLogMishaps, type LogMishap } from './log-mishaps.ts'
import type { LogRequest } from './log-request.ts'
import { answerRfc6962Log } from './rfc6962-server.ts'
import { answerStaticLog } from './static-server.ts'

export type LogHostOptions = Pick<
  WorldOptions,
  'seed' | 'entriesPerRequest' | 'logMishapShare' | 'headCachedMs'
>

/** The fault ordered for a request to this host, if the answer would show it. */
export type FaultFor = (asked: Asked, shows: (fault: LogFault) => boolean) => LogFault | null

/** Answers all hosts under ct-sim.test; null for other hosts. */
export function createLogHosts(
  timeline: Timeline,
  options: LogHostOptions,
  faultFor: FaultFor,
): (asked: Asked) => Answer | null {
  const mishaps = createLogMishaps(options.seed, options.logMishapShare)
  return (asked) => {
    if (!asked.host.endsWith('.ct-sim.test')) return null
    if (asked.host === LOG_LIST_HOST && asked.path === LOG_LIST_PATH)
      return json(200, logList(timeline, asked.nowMs), { 'cache-control': 'public, max-age=60' })
    const log = timeline.logs.find(
      ({ host, path }) => host === asked.host && asked.path.startsWith(path),
    )
    if (!log) return plainText(404, 'no log here\n')
    const fault = faultFor(asked, (ordered) => showsIn(ordered, asked.path))
    const { mishap, isCached, share } = mishaps.next(asked.host)
    const request: LogRequest = {
      log,
      issuer: timeline.issuer,
      asked,
      path: asked.path.slice(log.path.length),
      fault,
      headCachedMs: isCached ? options.headCachedMs : 0,
      entriesPerRequest: options.entriesPerRequest,
      share,
    }
    if (log.plan.kind === 'static') return withFault(answerStaticLog(request), fault)
    // Only the logs of the older kind make these mistakes; an ordered fault is not combined with
    // them.
    return fault || !mishap
      ? withFault(answerRfc6962Log(request), fault)
      : withMishap(answerRfc6962Log(request), mishap)
  }
}

const maintenancePage = (status: number): Answer =>
  html(status, '<!doctype html><title>Please stand by</title><h1>We will be back soon</h1>')

const withFault = (answer: Answer, fault: LogFault | null): Answer =>
  fault === 'html' ? maintenancePage(200) : fault === 'truncated' ? cutShort(answer) : answer

function withMishap(answer: Answer, mishap: LogMishap): Answer {
  switch (mishap) {
    case '429':
      return plainText(429, 'rate limited\n')
    case '429-retry-after':
      return plainText(429, 'rate limited\n', { 'retry-after': '1' })
    case '500':
    case '504':
      return maintenancePage(Number(mishap))
    case 'html':
      return maintenancePage(200)
    case 'truncated':
      return cutShort(answer)
    default:
      return mishap satisfies never
  }
}

/** Sends half of the body as if it were complete; a compressed tile remains a valid archive. */
function cutShort(answer: Answer): Answer {
  const body = Buffer.from(answer.body)
  if (answer.headers['content-encoding'] !== 'gzip')
    return { ...answer, body: body.subarray(0, Math.ceil(body.length / 2)) }
  const { 'content-encoding': _, ...headers } = answer.headers
  const plain = gunzipSync(body)
  return {
    ...answer,
    headers,
    body: plain.subarray(0, Math.ceil(plain.length / 2)),
    isEncoded: true,
  }
}
