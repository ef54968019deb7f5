import { p256KeyFor } from '../keys.ts'
import type { Timeline } from '../timeline.ts'
import type { CtLog } from './ct-log.ts'
import { expiryRangeOf } from './log-plan.ts'
import { logIdOf } from './tree-head.ts'

export const LOG_LIST_HOST = 'logs.ct-sim.test'
export const LOG_LIST_PATH = '/log_list.json'

const OPERATORS = ['Daybreak Log Operations (simulated)', 'Harbour Lantern Logs (simulated)']

const isoSecond = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

/**
 * The list of logs in version 3 of its format: the served logs, and some in each state that readers
 * must skip.
 */
export function logList(
  timeline: Pick<Timeline, 'logs' | 'startedAtMs' | 'days'>,
  nowMs: number,
): unknown {
  const year = new Date(timeline.startedAtMs).getUTCFullYear()
  const served = (operator: number, kind: 'static' | 'rfc6962'): unknown[] =>
    timeline.logs
      .filter(({ plan }) => plan.operator === operator && plan.kind === kind)
      .map((log) => servedLog(log, timeline))
  return {
    version: '81.1',
    log_list_timestamp: isoSecond(nowMs),
    operators: OPERATORS.map((name, number) => ({
      name,
      email: [`logs-${number}@ct-sim.test`],
      logs: [
        ...served(number, 'rfc6962'),
        ...(number === 0 ? [readOnlyLog(year), bogusLog(year)] : []),
      ],
      tiled_logs: [
        ...served(number, 'static'),
        ...(number === 1 ? [retiredLog(year), pendingLog(year), bogusTiledLog(year)] : []),
      ],
    })),
  }
}

const described = (label: string) => {
  const key = p256KeyFor(`log ${label}`)
  return { log_id: logIdOf(key.spki).toString('base64'), key: key.spki.toString('base64'), mmd: 60 }
}

const interval = ([fromMs, toMs]: readonly [number, number]) => ({
  start_inclusive: isoSecond(fromMs),
  end_exclusive: isoSecond(toMs),
})

const yearly = (from: number, to: number) => interval([Date.UTC(from, 0, 1), Date.UTC(to, 0, 1)])

function servedLog(log: CtLog, world: { startedAtMs: number; days: number }): unknown {
  const { plan, host, path, origin, key } = log
  const common = {
    description: `Simulated '${plan.name}' ${path.replaceAll('/', '')}`,
    log_id: logIdOf(key.spki).toString('base64'),
    key: key.spki.toString('base64'),
    mmd: 60,
    state: { [plan.state]: { timestamp: isoSecond(world.startedAtMs) } },
    temporal_interval: interval(expiryRangeOf(plan, world)),
  }
  return plan.kind === 'rfc6962'
    ? { ...common, url: `https://${origin}/` }
    : { ...common, submission_url: `https://${origin}/`, monitoring_url: `https://${host}${path}` }
}

const readOnlyLog = (year: number) => ({
  description: `Simulated 'ebb${year - 1}' log`,
  ...described('ebb'),
  url: 'https://ebb.ct-sim.test/ebb/',
  state: {
    readonly: {
      timestamp: `${year}-02-01T00:00:00Z`,
      final_tree_head: {
        sha256_root_hash: Buffer.alloc(32, 7).toString('base64'),
        tree_size: 812_004,
      },
    },
  },
  temporal_interval: yearly(year - 1, year),
})

const retiredLog = (year: number) => ({
  description: `Simulated 'slack${year - 1}'`,
  ...described('slack'),
  submission_url: 'https://slack.ct-sim.test/slack/',
  monitoring_url: 'https://slack.ct-sim.test/slack/',
  state: { retired: { timestamp: `${year}-03-01T00:00:00Z` } },
  temporal_interval: yearly(year - 1, year + 1),
})

/** Submitted but not yet accepted. */
const pendingLog = (year: number) => ({
  description: `Simulated 'swell${year}'`,
  ...described('swell'),
  submission_url: 'https://swell.ct-sim.test/swell/',
  monitoring_url: 'https://swell.ct-sim.test/swell/',
  state: { pending: { timestamp: `${year}-05-01T00:00:00Z` } },
  temporal_interval: yearly(year, year + 3),
})

// The public list has entries like these two; here they expose readers that ignore the state.
const bogusLog = (year: number) => ({
  description: 'Bogus placeholder log to unbreak misbehaving CT libraries',
  ...described('bogus'),
  url: 'https://ct.example.com/bogus/',
  state: { retired: { timestamp: `${year}-01-01T00:00:00Z` } },
})

const bogusTiledLog = (year: number) => ({
  description: 'Bogus placeholder tiled log to unbreak misbehaving CT libraries',
  ...described('bogus tiled'),
  submission_url: 'https://ct.example.com/bogus/',
  monitoring_url: 'https://ct.example.com/bogus/',
  state: { retired: { timestamp: `${year}-01-01T00:00:00Z` } },
})
