import type { LogMemory, CtLog, LogHead } from './ct-log.ts'
import { MAX_TILE_BYTES } from './gunzip.ts'
import { createHeadReader } from './head-reader.ts'
import type { LogAnswer, LogFetch } from './log-fetch.ts'
import { type LogSource, type SourceStep, stepped, troubled } from './log-source.ts'
import { headEveryMs, type Pace } from './pace.ts'
import { parseJsonBody } from './parse-json-body.ts'
import { createPortion } from './portion.ts'
import { createLogProver } from './prove-by-log.ts'
import { parseGetEntries } from './rfc6962-entries.ts'
import { parseSignedTreeHead } from './signed-tree-head.ts'

const MAX_HEAD_BYTES = 64 * 1024

export type Rfc6962SourceOptions = {
  get: LogFetch
  now: () => Date
  log: CtLog
  checkpointEveryMs: number
  memory: LogMemory
  pace: Pace
}

/** Reads an RFC 6962 log: the verified tree head, then entries in portions of the size that the log returns. */
export function createRfc6962Source(options: Rfc6962SourceOptions): LogSource {
  const { get, now, log, pace } = options
  const portion = createPortion()
  const readHead = createHeadReader({
    now,
    everyMs: () => headEveryMs(options.checkpointEveryMs, pace),
    memory: options.memory,
    request: (signal) => get('ct/v1/get-sth', MAX_HEAD_BYTES, signal),
    parse: (body) => parseSignedTreeHead(parseJsonBody(body), log),
    prove: createLogProver(get),
  })

  return {
    readHead,
    async step(fromIndex, signal) {
      const answer = await readHead(fromIndex, signal)
      if (answer.kind === 'trouble') return troubled(answer.trouble)
      if (answer.kind === 'broken') return stepped(answer)
      const { head, proven, nextInMs } = answer
      if (head.size <= fromIndex) return stepped({ kind: 'wait', head, proven, afterMs: nextInMs })
      const count = Math.min(portion.countAt(fromIndex), head.size - fromIndex)
      const path = `ct/v1/get-entries?start=${fromIndex}&end=${fromIndex + count - 1}`
      const asked = { path, fromIndex, count, head, proven }
      const result = toStep(await get(path, MAX_TILE_BYTES, signal), asked)
      if (result.step?.kind === 'entries')
        portion.given({ start: fromIndex, asked: count, got: result.step.entries.length })
      if (result.trouble?.isGap) portion.refused()
      return result
    },
  }
}

type Asked = { path: string; fromIndex: number; count: number; head: LogHead; proven: LogHead }

function toStep(answer: LogAnswer, { path, fromIndex, count, head, proven }: Asked): SourceStep {
  if (answer.kind === 'trouble') return troubled(answer.trouble)
  if (answer.kind === 'missing') return gapOf(`${path}: status ${answer.status}`)
  const parsed = parseGetEntries(parseJsonBody(answer.body), fromIndex)
  if (parsed.kind === 'malformed') return troubled({ detail: `${path}: ${parsed.detail}`, afterMs: null })
  const entries = parsed.entries.slice(0, count)
  if (entries.length === 0) return gapOf(`${path}: no entries`)
  return stepped({ kind: 'entries', entries, nextIndex: fromIndex + entries.length, head, proven })
}

const gapOf = (detail: string): SourceStep => troubled({ detail, afterMs: null, isGap: true })
