import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '#server/config.ts'

/** Never in a log, wherever they appear; addresses of people only where an event is about them. */
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

/** One JSON line per event on the standard output, or where a test wants it. */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.LOG_LEVEL,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_NAMES.flatMap(redactPaths), censor: '[secret]' },
  }
  return destination ? pino(options, destination) : pino(options)
}

const redactPaths = (name: string) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]
