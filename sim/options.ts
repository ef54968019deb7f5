import { parseArgs } from 'node:util'

export type WorldOptions = {
  dataDir: string
  seed: number
  /** Least number of stores that launched within `days` before the first start. */
  stores: number
  days: number
  /** A new store launches this often while the world runs. */
  launchEveryMs: number
  /** Renewals of shops that are years old per new store. */
  oldPerNew: number
  /** Log entries per second and log while the world runs. */
  entriesPerSecond: number
  /** Log entries per hour and log in the days before the first start. */
  entriesPerHour: number
  /** Requests per second that the platform answers before 429; 0 = no limit. */
  platformRequestsPerSecond: number
  /** Port of the control server; 0 = any free one. */
  port: number
  /** First start of the world; tests fix it to get the same world again. */
  startAtMs: number | null
  /** Real milliseconds between two ticks. */
  tickEveryMs: number
}

const DEFAULTS: Omit<WorldOptions, 'dataDir'> = {
  seed: 7,
  stores: 2000,
  days: 45,
  launchEveryMs: 5000,
  oldPerNew: 1.3,
  entriesPerSecond: 17.5,
  entriesPerHour: 12,
  platformRequestsPerSecond: 0,
  port: 0,
  startAtMs: null,
  tickEveryMs: 1000,
}

export const withDefaults = (options: Partial<WorldOptions> & { dataDir: string }): WorldOptions => ({
  ...DEFAULTS,
  ...options,
})

const FLAGS = {
  'data-dir': { type: 'string' },
  seed: { type: 'string' },
  stores: { type: 'string' },
  days: { type: 'string' },
  'launch-every-ms': { type: 'string' },
  'old-per-new': { type: 'string' },
  'entries-per-second': { type: 'string' },
  'entries-per-hour': { type: 'string' },
  'platform-requests-per-second': { type: 'string' },
  port: { type: 'string' },
  'start-at-ms': { type: 'string' },
  'tick-every-ms': { type: 'string' },
  'exit-with-stdin': { type: 'boolean' },
} as const

export type CommandLine = { options: WorldOptions; exitWithStdin: boolean }

/** @throws when a flag is unknown or not a number within its range. */
export function parseCommandLine(args: string[]): CommandLine {
  const { values } = parseArgs({ args, options: FLAGS, strict: true })
  const dataDir = values['data-dir']
  if (!dataDir) throw new Error('--data-dir DIR is needed')
  const options = withDefaults({ dataDir })
  options.seed = wholeNumber('seed', values.seed, options.seed, 0, 0xffff_ffff)
  options.stores = wholeNumber('stores', values.stores, options.stores, 0, 200_000)
  options.days = wholeNumber('days', values.days, options.days, 1, 400)
  options.launchEveryMs = wholeNumber(
    'launch-every-ms',
    values['launch-every-ms'],
    options.launchEveryMs,
    0,
    86_400_000,
  )
  options.oldPerNew = number('old-per-new', values['old-per-new'], options.oldPerNew, 0, 9)
  options.entriesPerSecond = number(
    'entries-per-second',
    values['entries-per-second'],
    options.entriesPerSecond,
    0,
    1000,
  )
  options.entriesPerHour = number(
    'entries-per-hour',
    values['entries-per-hour'],
    options.entriesPerHour,
    1,
    10_000,
  )
  options.platformRequestsPerSecond = number(
    'platform-requests-per-second',
    values['platform-requests-per-second'],
    options.platformRequestsPerSecond,
    0,
    100_000,
  )
  options.port = wholeNumber('port', values.port, options.port, 0, 65_535)
  options.tickEveryMs = wholeNumber('tick-every-ms', values['tick-every-ms'], options.tickEveryMs, 10, 60_000)
  if (values['start-at-ms'] !== undefined)
    options.startAtMs = wholeNumber('start-at-ms', values['start-at-ms'], 0, 1, Number.MAX_SAFE_INTEGER)
  return { options, exitWithStdin: values['exit-with-stdin'] ?? false }
}

function number(
  flag: string,
  text: string | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (text.trim() === '' || !(value >= least && value <= most))
    throw new Error(`--${flag} must be between ${least} and ${most}, not "${text}"`)
  return value
}

function wholeNumber(
  flag: string,
  text: string | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  const value = number(flag, text, fallback, least, most)
  if (!Number.isInteger(value)) throw new Error(`--${flag} must be a whole number, not "${text}"`)
  return value
}
