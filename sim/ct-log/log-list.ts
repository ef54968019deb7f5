import { p256KeyFor } from '../keys.ts'
import { logIdOf } from './checkpoint.ts'
import type { CtLog } from './ct-log.ts'

export const LOG_LIST_HOST = 'logs.ct-sim.test'
export const LOG_LIST_PATH = '/log_list.json'

const OPERATORS = ['Daybreak Log Operations (simulated)', 'Harbour Lantern Logs (simulated)']

/** The list of logs in the third version of its format: two that are in use, one read-only, one retired. */
export function logList(logs: readonly CtLog[], startedAtMs: number, nowMs: number): unknown {
  const year = new Date(startedAtMs).getUTCFullYear()
  const interval = {
    start_inclusive: `${year}-01-01T00:00:00Z`,
    end_exclusive: `${year + 3}-01-01T00:00:00Z`,
  }
  const since = new Date(startedAtMs).toISOString().replace(/\.\d+Z$/, 'Z')
  return {
    version: '81.1',
    log_list_timestamp: new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z'),
    operators: OPERATORS.map((name, number) => ({
      name,
      email: [`logs-${number}@ct-sim.test`],
      logs: number === 0 ? [readOnlyLog(year)] : [],
      tiled_logs: [
        ...logs.filter((log) => log.number === number).map((log) => tiledLog(log, interval, since)),
        ...(number === 1 ? [retiredLog(year)] : []),
      ],
    })),
  }
}

const described = (label: string) => {
  const key = p256KeyFor(`log ${label}`)
  return { log_id: logIdOf(key).toString('base64'), key: key.spki.toString('base64'), mmd: 60 }
}

const tiledLog = (log: CtLog, interval: unknown, since: string) => ({
  description: `Simulated '${log.host.split('.')[0]}' ${log.path.replaceAll('/', '')}`,
  log_id: logIdOf(log.key).toString('base64'),
  key: log.key.spki.toString('base64'),
  submission_url: `https://${log.origin}/`,
  monitoring_url: `https://${log.host}${log.path}`,
  mmd: 60,
  state: { usable: { timestamp: since } },
  temporal_interval: interval,
})

const readOnlyLog = (year: number) => ({
  description: `Simulated 'ebb${year - 1}' log`,
  ...described('ebb'),
  url: 'https://ebb.ct-sim.test/ebb/',
  state: {
    readonly: {
      timestamp: `${year}-02-01T00:00:00Z`,
      final_tree_head: { sha256_root_hash: Buffer.alloc(32, 7).toString('base64'), tree_size: 812_004 },
    },
  },
  temporal_interval: {
    start_inclusive: `${year - 1}-01-01T00:00:00Z`,
    end_exclusive: `${year}-01-01T00:00:00Z`,
  },
})

const retiredLog = (year: number) => ({
  description: `Simulated 'slack${year - 1}'`,
  ...described('slack'),
  submission_url: 'https://slack.ct-sim.test/slack/',
  monitoring_url: 'https://slack.ct-sim.test/slack/',
  state: { retired: { timestamp: `${year}-03-01T00:00:00Z` } },
  temporal_interval: {
    start_inclusive: `${year - 1}-01-01T00:00:00Z`,
    end_exclusive: `${year}-07-01T00:00:00Z`,
  },
})
