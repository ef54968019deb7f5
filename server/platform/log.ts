import { writeSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { currentRequestId, currentTraceId } from './tracing/tracing.ts'
import type { Config } from './config.ts'
import { redactTokens } from './redact-tokens.ts'

/** Field names that never appear in a log. Personal addresses appear only in events about them. */
const SECRET_NAMES = [
  'password',
  'passwordHash',
  'token',
  'jwt',
  'secret',
  'authorization',
  'cookie',
  'set-cookie',
]

/** Where a database error repeats the row's values, which may include a personal address. */
const ROW_VALUES = ['err.detail', 'err.where', 'err.parameters']

/** One JSON line per event on the standard output, or where a test wants it. */
export function createLog(
  config: Pick<Config, 'LOG_LEVEL'>,
  destination?: DestinationStream,
): Logger {
  const options = {
    level: config.LOG_LEVEL,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: originOf,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: (line: string) => redactTokens(encodeControls(line)) },
    redact: { paths: [...SECRET_NAMES.flatMap(redactPaths), ...ROW_VALUES], censor: '[secret]' },
  }
  return pino(options, destination ?? openLogOutput())
}

/** The request that caused the line, in any process. */
function originOf(): { requestId?: string; traceId?: string } {
  const requestId = currentRequestId()
  const traceId = currentTraceId()
  return {
    ...(requestId !== undefined && { requestId }),
    ...(traceId !== undefined && { traceId }),
  }
}

/**
 * Characters that JSON leaves unescaped but terminals and editors act on: DEL, the C1 control
 * characters (one of them starts colour commands), line separators, changes of writing direction.
 */
const CONTROLS = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

const encodeControls = (line: string) =>
  line.replace(CONTROLS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Where an error comes from, without its message: databases and parsers quote values in theirs, and
 * these may be addresses.
 */
export function placeOf(error: unknown): { error: unknown; code: unknown; at: string[] } {
  const { name, code, stack } = Object(error) as Record<string, unknown>
  const frames =
    typeof stack === 'string' ? stack.split('\n').filter((line) => /^\s+at /.test(line)) : []
  return { error: name, code, at: frames.slice(0, 8) }
}

const redactPaths = (name: string) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]

const STANDARD_OUTPUT = 1
/**
 * For a pipe whose reader is slow; after that its line is dropped, so that requests do not wait for
 * it.
 */
const PIPE_WITHIN_MS = 1_000
const PIPE_RETRY_MS = 5

/**
 * The standard output, perhaps a file on a full disk: the server goes on without its log, later
 * reports how many lines are missing, and finishes a truncated line first. pino's own output would
 * end the server, and hang at its end (`flushSync` of sonic-boom 4).
 */
export function openLogOutput(fd: number = STANDARD_OUTPUT): DestinationStream {
  /** The missing rest of a line. */
  let cutOff: Buffer = Buffer.alloc(0)
  let droppedLines = 0

  /** @returns whether the text was written, at least in part */
  function put(text: string): boolean {
    const bytes = Buffer.from(text)
    const left = writeAll(fd, bytes)
    if (left.length === bytes.length) return false
    cutOff = left
    return true
  }

  return {
    write(line) {
      cutOff = writeAll(fd, cutOff)
      if (cutOff.length === 0 && droppedLines > 0 && put(describeGap(droppedLines)))
        droppedLines = 0
      if (cutOff.length > 0 || droppedLines > 0 || !put(line)) droppedLines += 1
    },
  }
}

const describeGap = (droppedLines: number) => {
  const about = {
    level: 'warn',
    time: new Date().toISOString(),
    pid: process.pid,
    event: 'log.gap',
  }
  return `${JSON.stringify({ ...about, droppedLines, msg: 'lines of the log could not be written' })}\n`
}

/** @returns the bytes that could not be written */
function writeAll(fd: number, bytes: Buffer): Buffer {
  const deadline = performance.now() + PIPE_WITHIN_MS
  let left = bytes
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(fd, left))
    } catch (error) {
      const isSlowPipe = (error as NodeJS.ErrnoException).code === 'EAGAIN'
      if (!isSlowPipe || performance.now() > deadline) return left
      Atomics.wait(PAUSE, 0, 0, PIPE_RETRY_MS)
    }
  }
  return left
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4))
