import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import type { Tick } from './tick.ts'

export type JournalHeader = {
  format: number
  seed: number
  startedAtMs: number
  days: number
  oneOfEach?: boolean
}

/**
 * One line each. `open` and `close` are control actions on a host; `clock` moves the world's time
 * forward.
 */
export type JournalLine =
  | { header: JournalHeader }
  | { tick: Tick }
  | { clock: { advanceMs: number } }
  | { host: { name: string; is: 'open' | 'closed'; sinceMs: number } }

export type Journal = { lines: JournalLine[]; append: (line: JournalLine) => void }

/**
 * Reads the journal and drops a last line that a kill cut off.
 * @throws if an earlier line is unreadable: that is damage, not an interruption.
 */
export function openJournal(file: string): Journal {
  const lines = existsSync(file) ? readLines(file) : []
  return { lines, append: (line) => appendFileSync(file, `${JSON.stringify(line)}\n`) }
}

function readLines(file: string): JournalLine[] {
  const bytes = readFileSync(file)
  const end = bytes.lastIndexOf(0x0a) + 1
  if (end < bytes.length) truncateSync(file, end)
  const texts = bytes.subarray(0, end).toString('utf8').split('\n')
  texts.pop()
  return texts.map((text, number) => parseLine(text, `${file}:${number + 1}`))
}

// Safe: only `append` above writes this file; a damaged line does not parse or has none of the
// keys.
function parseLine(text: string, place: string): JournalLine {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch (error) {
    throw new Error(`the journal is damaged at ${place}`, { cause: error })
  }
  const isLine =
    typeof line === 'object' &&
    line !== null &&
    ['header', 'tick', 'clock', 'host'].some((key) => key in line)
  if (!isLine) throw new Error(`the journal is damaged at ${place}`)
  return line as JournalLine
}
