import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredMessage } from './mailbox.ts'

export const MOST_MESSAGES = 500

export type KeptMails = {
  /** The latest first. */
  messages: StoredMessage[]
  add: (message: StoredMessage) => void
}

/**
 * The latest messages; those of earlier starts too if there is a folder, whose file has a line for
 * each. It is written anew when half of its lines are of messages that are gone.
 */
export function openMails(dataDir?: string): KeptMails {
  const file = dataDir && join(dataDir, 'mailbox.jsonl')
  if (dataDir) mkdirSync(dataDir, { recursive: true })
  const messages = file ? readLines(file).slice(0, MOST_MESSAGES) : []
  let lines = messages.length
  if (file) writeLines(file, messages)
  return {
    messages,
    add(message) {
      messages.unshift(message)
      messages.length = Math.min(messages.length, MOST_MESSAGES)
      if (!file) return
      appendFileSync(file, lineOf(message))
      lines += 1
      if (lines < 2 * MOST_MESSAGES) return
      writeLines(file, messages)
      lines = messages.length
    },
  }
}

// Bytes as characters, so that the source needs no third of its size more.
const lineOf = ({ source, ...message }: StoredMessage): string =>
  `${JSON.stringify({ ...message, source: source.toString('latin1') })}\n`

function writeLines(file: string, messages: readonly StoredMessage[]): void {
  writeFileSync(`${file}.new`, messages.toReversed().map(lineOf).join(''), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** A line that a kill cut short is left out. */
function readLines(file: string): StoredMessage[] {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return [] // the first start in this folder
  }
  const lines = text.trimEnd().split('\n').toReversed()
  return lines.flatMap((line) => {
    try {
      const message = JSON.parse(line) as StoredMessage & { source: string }
      return [{ ...message, source: Buffer.from(message.source, 'latin1') }]
    } catch {
      return []
    }
  })
}
