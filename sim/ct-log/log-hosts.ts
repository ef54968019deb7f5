import { json, plainText, type Answer, type Asked } from '../http-answer.ts'
import type { Timeline } from '../timeline.ts'
import { LOG_LIST_HOST, LOG_LIST_PATH, logList } from './log-list.ts'
import { answerLogRequest } from './log-server.ts'

/** Everything under ct-sim.test; null for other hosts. */
export function answerLogHosts(timeline: Timeline, asked: Asked): Answer | null {
  if (!asked.host.endsWith('.ct-sim.test')) return null
  if (asked.host === LOG_LIST_HOST && asked.path === LOG_LIST_PATH)
    return json(200, logList(timeline.logs, timeline.startedAtMs, asked.nowMs), {
      'cache-control': 'public, max-age=60',
    })
  const log = timeline.logs.find(({ host, path }) => host === asked.host && asked.path.startsWith(path))
  return log ? answerLogRequest(log, timeline.issuer, asked) : plainText(404, 'no log here\n')
}
