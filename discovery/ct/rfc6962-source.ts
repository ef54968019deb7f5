import type { CtLog, LogHead } from './ct-log.ts'
import { MAX_TILE_BYTES } from './gunzip.ts'
import { createHeadReader } from './head-reader.ts'
import type { LogAnswer, LogFetch } from './log-fetch.ts'
import { type LogSource, type SourceStep, stepped, troubled } from './log-source.ts'
import { parseGetEntries } from './rfc6962-entries.ts'
import { parseSignedTreeHead } from './signed-tree-head.ts'

// More than most logs give at once (32 to 1,000); they answer with what they like and we go on behind it.
const BATCH_ENTRIES = 256
const MAX_HEAD_BYTES = 64 * 1024

export type Rfc6962SourceOptions = {
  get: LogFetch
  now: () => Date
  log: CtLog
  checkpointEveryMs: number
  lastHead: LogHead | null
}

/** Reads an RFC 6962 log: the verified tree head, then entries in the portions that the log is willing to give. */
export function createRfc6962Source(options: Rfc6962SourceOptions): LogSource {
  const { get, now, log } = options
  const readHead = createHeadReader({
    now,
    everyMs: options.checkpointEveryMs,
    lastHead: options.lastHead,
    request: (signal) => get('ct/v1/get-sth', MAX_HEAD_BYTES, signal),
    parse: (body) => parseSignedTreeHead(parseJson(body), log),
  })

  return {
    readHead,
    async step(fromIndex, signal) {
      const answer = await readHead(fromIndex, signal)
      if (answer.kind === 'trouble') return troubled(answer.trouble)
      if (answer.kind === 'broken') return stepped(answer)
      const { head, nextInMs } = answer
      if (head.size <= fromIndex) return stepped({ kind: 'wait', head, afterMs: nextInMs })
      const count = Math.min(BATCH_ENTRIES, head.size - fromIndex)
      const path = `ct/v1/get-entries?start=${fromIndex}&end=${fromIndex + count - 1}`
      return toStep(await get(path, MAX_TILE_BYTES, signal), { path, fromIndex, count, head })
    },
  }
}

type Asked = { path: string; fromIndex: number; count: number; head: LogHead }

function toStep(answer: LogAnswer, { path, fromIndex, count, head }: Asked): SourceStep {
  if (answer.kind === 'trouble') return troubled(answer.trouble)
  if (answer.kind === 'missing')
    return troubled({ detail: `${path}: status ${answer.status}`, afterMs: null })
  const parsed = parseGetEntries(parseJson(answer.body), fromIndex)
  if (parsed.kind === 'malformed') return troubled({ detail: `${path}: ${parsed.detail}`, afterMs: null })
  const entries = parsed.entries.slice(0, count)
  if (entries.length === 0) return troubled({ detail: `${path}: no entries`, afterMs: null })
  return stepped({ kind: 'entries', entries, nextIndex: fromIndex + entries.length, head })
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}
