import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

const STANDARD_OUTPUT = 1
/** A pipe whose reader is slow; after that its line is given up rather than the requests that wait for it. */
const PIPE_WITHIN_MS = 1_000
const PIPE_RETRY_MS = 5

/**
 * The standard output, which may be a file on a full disk: the server goes on without its log, tells later how many lines are missing,
 * and finishes a line that was cut off before it begins another. pino's own output ends the server then, and tries for ever at its
 * end, so that the process hangs (`flushSync` of sonic-boom 4).
 */
export function openLogOutput(fd: number = STANDARD_OUTPUT): DestinationStream {
  /** What is missing of a line that was begun. */
  let cutOff: Buffer = Buffer.alloc(0)
  let droppedLines = 0

  /** @returns whether the text is there, or at least begun */
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
      if (cutOff.length === 0 && droppedLines > 0 && put(describeGap(droppedLines))) droppedLines = 0
      if (cutOff.length > 0 || droppedLines > 0 || !put(line)) droppedLines += 1
    },
  }
}

const describeGap = (droppedLines: number) => {
  const about = { level: 'warn', time: new Date().toISOString(), pid: process.pid, event: 'log.gap' }
  return `${JSON.stringify({ ...about, droppedLines, msg: 'lines of the log could not be written' })}\n`
}

/** @returns what could not be written */
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
