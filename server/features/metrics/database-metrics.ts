import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import type { Figures } from './read-figures.ts'

type Sample = { labels: Record<string, string>; value: number }
type Shown = { type: 'gauge' | 'counter'; help: string; labels: string[]; of: (figures: Figures) => Sample[] }

const ofLogs = (value: (log: Figures['logs'][number]) => number) => (figures: Figures) =>
  figures.logs.map((log) => ({ labels: { log: log.description }, value: value(log) }))

const ofQueues =
  (value: (queue: Figures['queues'][keyof Figures['queues']]) => number) => (figures: Figures) =>
    Object.entries(figures.queues).map(([queue, one]) => ({ labels: { queue }, value: value(one) }))

const ofTallies = (name: string, label: string) => (figures: Figures) =>
  figures.tallies
    .filter((tally) => tally.name === name)
    .map((tally) => ({ labels: { [label]: tally.label }, value: tally.total }))

const gauge = (help: string, labels: string[], of: Shown['of']): Shown => ({
  type: 'gauge',
  help,
  labels,
  of,
})
const counter = (help: string, labels: string[], of: Shown['of']): Shown => ({
  type: 'counter',
  help,
  labels,
  of,
})

/** The metrics from the database's figures. No label names a host, a store or a user. */
const SHOWN: Record<string, Shown> = {
  log_position: gauge(
    'Index of the next entry to read.',
    ['log'],
    ofLogs((log) => log.position),
  ),
  log_entries_behind: gauge(
    'Entries between position and head.',
    ['log'],
    ofLogs((log) => log.entriesBehind),
  ),
  log_parked: gauge(
    '1 while the log contradicts itself and is not read.',
    ['log'],
    ofLogs((log) => (log.state === 'parked' ? 1 : 0)),
  ),
  log_step_age_seconds: gauge(
    'Since the log last answered a step.',
    ['log'],
    ofLogs((log) => log.secondsSinceStep),
  ),
  log_entries_read_total: counter(
    'Entries read.',
    ['log'],
    ofLogs((log) => log.entriesRead),
  ),
  queue_waiting: gauge(
    'Due and not begun.',
    ['queue'],
    ofQueues((queue) => queue.waiting),
  ),
  queue_oldest_seconds: gauge(
    'For how long the oldest has been waiting.',
    ['queue'],
    ofQueues((queue) => queue.oldestSeconds ?? 0),
  ),
  visits_total: counter('Visits to hosts by outcome.', ['outcome'], ofTallies('visits', 'outcome')),
  shop_requests_total: counter('Requests to shops by answer.', ['answer'], ofTallies('requests', 'answer')),
  stores: gauge('Stores by launch status and status.', ['launch_status', 'status'], ({ stores }) =>
    stores.map((one) => ({
      labels: { launch_status: one.launchStatus, status: one.status },
      value: one.count,
    })),
  ),
  dead_jobs: gauge('Background jobs that failed at every try.', [], ({ deadJobs }) => [
    { labels: {}, value: deadJobs },
  ]),
  // Absent until measured: 0 would be a figure.
  accuracy_share: gauge('Share of shown values that the last re-check found right.', ['run'], (figures) =>
    figures.accuracyShare === null ? [] : [{ labels: { run: 'last' }, value: figures.accuracyShare }],
  ),
}

/**
 * Registers the metrics of the database's figures. They keep their values until the next call: a counter that fell to zero while the
 * database was briefly away would look like a burst when it is back.
 */
export function createDatabaseMetrics(register: Registry): (figures: Figures) => void {
  const metrics = Object.entries(SHOWN).map(([key, { type, help, labels, of }]) => {
    const options = { name: `storedawn_${key}`, help, labelNames: labels, registers: [register] }
    return { metric: type === 'gauge' ? new Gauge(options) : new Counter(options), of }
  })
  return (figures) => {
    for (const { metric, of } of metrics) {
      metric.reset()
      for (const { labels, value } of of(figures)) metric.inc(labels, value)
    }
  }
}
