import * as z from 'zod'
import { parseJsonBytes } from '#discovery/document/json.ts'
import { readCertificateNames } from './certificate-names.ts'
import { createLogProver } from './consistency-proofs.ts'
import type { EntriesOutcome, LogEntry, LogHead } from './ct-log.ts'
import {
  type LogSource,
  type SourceOptions,
  type SourceStep,
  sourceStep,
  sourceTrouble,
} from './log-source.ts'
import type { LogAnswer } from './log-fetch.ts'
import { headEveryMs } from './throttle.ts'
import { MAX_TILE_BYTES, readMerkleTreeLeaf } from './tiles.ts'
import { createHeadReader } from './tree-head-reader.ts'
import { parseSignedTreeHead } from './tree-heads.ts'

const MAX_HEAD_BYTES = 64 * 1024

/**
 * Reads an RFC 6962 log: the verified tree head, then entries in batches of the size that the log
 * returns.
 */
export function createRfc6962Source(options: SourceOptions): LogSource {
  const { get, now, log, throttle } = options
  const batchSize = createBatchSize()
  const readHead = createHeadReader({
    now,
    everyMs: () => headEveryMs(options.checkpointEveryMs, throttle),
    memory: options.memory,
    request: (signal) => get('ct/v1/get-sth', MAX_HEAD_BYTES, signal),
    parse: (body) => parseSignedTreeHead(parseJsonBytes(body), log),
    prove: createLogProver(get),
  })

  return {
    readHead,
    async step(fromIndex, signal) {
      const answer = await readHead(fromIndex, signal)
      if (answer.kind === 'trouble') return sourceTrouble(answer.trouble)
      if (answer.kind === 'broken') return sourceStep(answer)
      const { head, proven, nextInMs } = answer
      if (head.size <= fromIndex)
        return sourceStep({ kind: 'wait', head, proven, afterMs: nextInMs })
      const count = Math.min(batchSize.countAt(fromIndex), head.size - fromIndex)
      const path = `ct/v1/get-entries?start=${fromIndex}&end=${fromIndex + count - 1}`
      const asked = { path, fromIndex, count, head, proven }
      const result = toStep(await get(path, MAX_TILE_BYTES, signal), asked)
      if (result.step?.kind === 'entries')
        batchSize.recordAnswer({ start: fromIndex, asked: count, got: result.step.entries.length })
      if (result.trouble?.isGap) batchSize.recordRefusal()
      return result
    },
  }
}

type Asked = { path: string; fromIndex: number; count: number; head: LogHead; proven: LogHead }

function toStep(answer: LogAnswer, { path, fromIndex, count, head, proven }: Asked): SourceStep {
  if (answer.kind === 'trouble') return sourceTrouble(answer.trouble)
  if (answer.kind === 'missing') return gapOf(`${path}: status ${answer.status}`)
  const parsed = parseGetEntries(parseJsonBytes(answer.body), fromIndex)
  if (parsed.kind === 'malformed')
    return sourceTrouble({ detail: `${path}: ${parsed.detail}`, afterMs: null })
  const entries = parsed.entries.slice(0, count)
  if (entries.length === 0) return gapOf(`${path}: no entries`)
  return sourceStep({
    kind: 'entries',
    entries,
    nextIndex: fromIndex + entries.length,
    head,
    proven,
  })
}

const gapOf = (detail: string): SourceStep => sourceTrouble({ detail, afterMs: null, isGap: true })

// `extra_data` holds the issuers and the submitted pre-certificate; the names are all in
// `leaf_input`.
const Entries = z.object({ entries: z.array(z.unknown()).max(10_000) })
const Entry = z.object({ leaf_input: z.string() })

/**
 * Entries of an answer to `get-entries` (RFC 6962 section 4.6), perhaps fewer than requested. An
 * invalid one keeps its index and is marked: the log will serve the same bytes tomorrow. Never
 * throws.
 * @param firstIndex the `start` of the request
 */
export function parseGetEntries(json: unknown, firstIndex: number): EntriesOutcome {
  const answer = Entries.safeParse(json)
  if (!answer.success) return { kind: 'malformed', detail: 'not a list of entries' }
  return {
    kind: 'entries',
    entries: answer.data.entries.map((entry, at) => readEntry(entry, firstIndex + at)),
  }
}

function readEntry(json: unknown, index: number): LogEntry {
  const entry = Entry.safeParse(json)
  const bytes = Buffer.from(entry.success ? entry.data.leaf_input : '', 'base64')
  const leaf = readMerkleTreeLeaf(bytes)
  if (!leaf) return { index, timestampMs: 0, names: [], isUnreadable: true }
  const names = readCertificateNames(bytes, leaf.certStart, leaf.certEnd, leaf.isPrecert)
  return { index, timestampMs: leaf.timestampMs, names }
}

const FIRST_BATCH = 256
const MAX_BATCH = 1_024
/** We know of no log that refuses a request for so few entries. */
const MIN_REFUSED_BATCH = 16
/** After this many complete answers the reader asks for more entries. */
const GROW_AFTER = 16

/**
 * Learns how many entries a log returns per request. Most shorten an answer that is too large, some
 * end each at a multiple of their batch size: so requests end there as well, and a short answer
 * that ends at one says nothing about the size.
 */
export function createBatchSize() {
  let size = FIRST_BATCH
  let largest = MAX_BATCH
  let inFull = 0
  return {
    /** How many entries to request, beginning at `start`. */
    countAt: (start: number) => size - (start % size),
    /** Reports an answer; not for the last entries of a log, where there are no more. */
    recordAnswer({ start, asked, got }: { start: number; asked: number; got: number }) {
      if (got < asked) {
        inFull = 0
        // At most halve the size: one answer may be short for any reason.
        if (!endsAtBoundary(start, got, size)) size = Math.max(1, got, Math.floor(size / 2))
        return
      }
      inFull += 1
      if (inFull < GROW_AFTER || size >= largest) return
      inFull = 0
      size = Math.min(largest, size * 2)
    },
    /**
     * Reports that the log returned nothing for a request this large; some logs refuse instead of
     * shortening.
     */
    recordRefusal() {
      inFull = 0
      size = Math.min(size, Math.max(MIN_REFUSED_BATCH, Math.floor(size / 2)))
      largest = size
    },
  }
}

/** The answer ended at a multiple of a power of two that is larger than the answer. */
function endsAtBoundary(start: number, got: number, size: number): boolean {
  for (let width = 2; width <= size; width *= 2)
    if (width > got && (start + got) % width === 0) return true
  return false
}
