import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '#server/config.ts'
import { openLogOutput } from '#server/open-log-output.ts'

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
export function createLog(config: Pick<Config, 'LOG_LEVEL'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.LOG_LEVEL,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: encodeControls },
    redact: { paths: [...SECRET_NAMES.flatMap(redactPaths), ...ROW_VALUES], censor: '[secret]' },
  }
  return pino(options, destination ?? openLogOutput())
}

/**
 * Characters that JSON leaves unescaped but terminals and editors act on: DEL, the C1 control characters (one of them starts colour
 * commands), line separators, changes of writing direction.
 */
const CONTROLS = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

const encodeControls = (line: string) =>
  line.replace(CONTROLS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

const redactPaths = (name: string) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]
