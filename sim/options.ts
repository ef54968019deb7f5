import { parseArgs } from 'node:util'

export type WorldOptions = {
  dataDir: string
  seed: number
  /** Minimum number of stores that launched within `days` before the first start. */
  stores: number
  days: number
  /** Interval at which new stores launch while the world runs. */
  launchEveryMs: number
  /** Renewals of shops that are years old, per new store. */
  oldPerNew: number
  /** How often merchants change a new shop per day of its first week. */
  changesPerDay: number
  /** Share of the new shops that their merchants change in the half-hour after the certificate. */
  eagerShare: number
  /** Log entries per second and log (averaged over the logs) while the world runs. */
  entriesPerSecond: number
  /**
   * Certificates of other hosts per new store while the world runs, instead of `entriesPerSecond`;
   * 0 = not used.
   */
  noisePerShop: number
  /** Log entries per hour and log in the days before the first start. */
  entriesPerHour: number
  /** Requests per second that the platform accepts before it answers 429; 0 = no limit. */
  platformRequestsPerSecond: number
  /** Most entries that the RFC 6962 log returns per request. */
  entriesPerRequest: number
  /** Share of its answers that are a refusal, an error or an unrelated page. */
  logMishapShare: number
  /**
   * Age of the oldest tree head that caches in front of the logs still serve; 0 = there are no
   * caches.
   */
  headCachedMs: number
  /** Port of the control server; 0 = any free one. */
  port: number
  /** First start of the world; tests set it to get the same world again. */
  startAtMs: number | null
  /** Real milliseconds between two ticks. */
  tickEveryMs: number
  /** Makes the first shops and other hosts one of each kind, regardless of the seed. */
  oneOfEach: boolean
}

const DEFAULTS: Omit<WorldOptions, 'dataDir'> = {
  seed: 7,
  stores: 2000,
  days: 45,
  launchEveryMs: 5000,
  oldPerNew: 1.3,
  changesPerDay: 0,
  eagerShare: 0,
  entriesPerSecond: 17.5,
  noisePerShop: 0,
  entriesPerHour: 12,
  platformRequestsPerSecond: 0,
  entriesPerRequest: 64,
  logMishapShare: 0.01,
  headCachedMs: 4000,
  port: 0,
  startAtMs: null,
  tickEveryMs: 1000,
  oneOfEach: false,
}

export const withDefaults = (
  options: Partial<WorldOptions> & { dataDir: string },
): WorldOptions => ({
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
  'changes-per-day': { type: 'string' },
  'eager-share': { type: 'string' },
  'entries-per-second': { type: 'string' },
  'noise-per-shop': { type: 'string' },
  'entries-per-hour': { type: 'string' },
  'platform-requests-per-second': { type: 'string' },
  'entries-per-request': { type: 'string' },
  'log-mishap-share': { type: 'string' },
  'head-cached-ms': { type: 'string' },
  port: { type: 'string' },
  'start-at-ms': { type: 'string' },
  'tick-every-ms': { type: 'string' },
  'one-of-each': { type: 'boolean' },
  'exit-with-stdin': { type: 'boolean' },
} as const

export type CommandLine = { options: WorldOptions; exitWithStdin: boolean }

type NumberOption = Exclude<keyof WorldOptions, 'dataDir' | 'startAtMs' | 'oneOfEach'>
type Range = readonly [flag: keyof typeof FLAGS, least: number, most: number, isWhole?: 'whole']

const RANGES: Record<NumberOption, Range> = {
  seed: ['seed', 0, 0xffff_ffff, 'whole'],
  stores: ['stores', 0, 200_000, 'whole'],
  days: ['days', 1, 400, 'whole'],
  launchEveryMs: ['launch-every-ms', 0, 86_400_000, 'whole'],
  oldPerNew: ['old-per-new', 0, 9],
  changesPerDay: ['changes-per-day', 0, 4],
  eagerShare: ['eager-share', 0, 1],
  entriesPerSecond: ['entries-per-second', 0, 5000],
  noisePerShop: ['noise-per-shop', 0, 1_000_000],
  entriesPerHour: ['entries-per-hour', 1, 10_000],
  platformRequestsPerSecond: ['platform-requests-per-second', 0, 100_000],
  entriesPerRequest: ['entries-per-request', 1, 1000, 'whole'],
  logMishapShare: ['log-mishap-share', 0, 0.9],
  headCachedMs: ['head-cached-ms', 0, 300_000, 'whole'],
  port: ['port', 0, 65_535, 'whole'],
  tickEveryMs: ['tick-every-ms', 10, 60_000, 'whole'],
}

const isNumberOption = (name: string): name is NumberOption => name in RANGES

/** @throws if a flag is unknown or not a number within its range. */
export function parseCommandLine(args: string[]): CommandLine {
  const { values } = parseArgs({ args, options: FLAGS, strict: true })
  const dataDir = values['data-dir']
  if (!dataDir) throw new Error('--data-dir DIR is needed')
  const options = withDefaults({ dataDir })
  for (const name of Object.keys(RANGES).filter(isNumberOption)) {
    const [flag, least, most, isWhole] = RANGES[name]
    const parse = isWhole ? wholeNumber : number
    const text = values[flag]
    options[name] = parse(
      flag,
      typeof text === 'string' ? text : undefined,
      options[name],
      least,
      most,
    )
  }
  if (values['start-at-ms'] !== undefined)
    options.startAtMs = wholeNumber(
      'start-at-ms',
      values['start-at-ms'],
      0,
      1,
      Number.MAX_SAFE_INTEGER,
    )
  options.oneOfEach = values['one-of-each'] ?? false
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
