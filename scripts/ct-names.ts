import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import type { EntriesOutcome, LogEntry } from '#discovery/ct/ct-log.ts'
import { parseDataTile, parseNamesTile, TILE_WIDTH, tileIndexOf } from '#discovery/ct/tiles.ts'
import { parseGetEntries } from '#discovery/ct/rfc6962-log.ts'

const USAGE = `Usage: npm run -s ct:names -- (--data-tile FILE | --names-tile FILE | --entries FILE) [--first-index N]

Prints one JSON line per log entry: {"index", "timestampMs", "names"}, the names as written in the certificate.
  --data-tile FILE    data tile of a static log, plain or gzip
  --names-tile FILE   names tile of a static log, plain or gzip
  --entries FILE      answer to get-entries of an RFC 6962 log, JSON
  --first-index N     index of the first entry; by default what the entries or the path (…/names/x001/234) say, else 0
`
const EXIT_BAD_INPUT = 2

/** The command line or the file is invalid. */
class InputError extends Error {}

type Input = {
  form: 'data-tile' | 'names-tile' | 'entries'
  file: string
  firstIndex: number | null
}

function main(): void {
  process.stdout.on('error', stopAtClosedPipe)
  try {
    const input = readInput()
    process.stdout.write(input ? toLines(readEntries(input)) : USAGE)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    process.stderr.write(`ct:names: ${error.message.split('\n')[0]}\n`)
    process.exitCode = EXIT_BAD_INPUT
  }
}

/** `null` = the user asked only for help. */
function readInput(): Input | null {
  const values = readOptions()
  if (values.help) return null
  const given = (['data-tile', 'names-tile', 'entries'] as const).flatMap((form) => {
    const file = values[form]
    return file === undefined ? [] : [{ form, file }]
  })
  const [input, second] = given
  if (!input || second)
    throw new InputError('give one of --data-tile FILE, --names-tile FILE, --entries FILE')
  return { ...input, firstIndex: readFirstIndex(values['first-index'], input.file) }
}

function readOptions() {
  const file = { type: 'string' } as const
  const options = {
    'data-tile': file,
    'names-tile': file,
    entries: file,
    'first-index': file,
    help: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new InputError(messageOf(error))
  }
}

function readFirstIndex(text: string | undefined, file: string): number | null {
  if (text === undefined) {
    const tileIndex = tileIndexOf(file)
    return tileIndex === null ? null : tileIndex * TILE_WIDTH
  }
  if (!/^\d{1,15}$/.test(text)) throw new InputError(`--first-index ${text} is not a whole number`)
  return Number(text)
}

function readEntries({ form, file, firstIndex }: Input): LogEntry[] {
  const outcome = parseEntries(form, readBytes(file), firstIndex)
  if (outcome.kind === 'malformed') throw new InputError(`${file}: ${outcome.detail}`)
  return outcome.entries
}

function parseEntries(
  form: Input['form'],
  bytes: Buffer,
  firstIndex: number | null,
): EntriesOutcome {
  switch (form) {
    case 'data-tile':
      return parseDataTile(bytes, firstIndex)
    case 'names-tile':
      return parseNamesTile(bytes, firstIndex ?? 0)
    case 'entries':
      return parseGetEntries(parseJson(bytes), firstIndex ?? 0)
    default:
      return form satisfies never
  }
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new InputError(messageOf(error))
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return null // the entry parser reports the error
  }
}

function toLines(entries: LogEntry[]): string {
  return entries
    .map(({ index, timestampMs, names }) => `${JSON.stringify({ index, timestampMs, names })}\n`)
    .join('')
}

/** `ct:names … | head` closes the pipe early, which is not an error. */
function stopAtClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

main()
