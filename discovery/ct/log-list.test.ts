import { expect, test } from 'vitest'

import { hasCorpus, readCorpus } from '#testing/discovery/corpus.ts'
import { createTestLog } from '#testing/discovery/test-log.ts'
import { parseLogList, readLogListTime, selectLogs } from './log-list.ts'

const usable = { usable: { timestamp: '2026-01-01T00:00:00Z' } }
const year2027 = { start_inclusive: '2027-01-01T00:00:00Z', end_exclusive: '2028-01-01T00:00:00Z' }

function tiledLog(changes: object = {}): object {
  const { logId, key } = createTestLog().log
  return {
    description: 'Test',
    log_id: logId,
    key,
    submission_url: 'https://log.test/2027/',
    monitoring_url: 'https://mon.log.test/2027',
    state: usable,
    temporal_interval: year2027,
    mmd: 60,
    ...changes,
  }
}

const listOf = (...tiledLogs: unknown[]): object => ({
  operators: [{ name: 'Test', tiled_logs: tiledLogs }],
})

const realLogs = () =>
  parseLogList(JSON.parse(readCorpus('ct/loglist/log_list_v80.14_20260102.json').toString()))

test.skipIf(!hasCorpus)('the real list of January 2026 yields all its logs', () => {
  const logs = realLogs()
  expect(logs.filter(({ kind }) => kind === 'rfc6962')).toHaveLength(49)
  expect(logs.filter(({ kind }) => kind === 'static')).toHaveLength(26)
  expect(
    logs.find(({ description }) => description === "Let's Encrypt 'Sycamore2026h1'"),
  ).toMatchObject({
    operator: "Let's Encrypt",
    url: 'https://mon.sycamore.ct.letsencrypt.org/2026h1/',
    origin: 'log.sycamore.ct.letsencrypt.org/2026h1',
    state: 'usable',
  })
})

test.skipIf(!hasCorpus)(
  'the reader selects the shards of the real list that take certificates issued now',
  () => {
    const selected = selectLogs(realLogs(), new Date('2026-04-15T00:00:00Z')).map(
      ({ description }) => description,
    )
    expect(selected).toContain("Let's Encrypt 'Sycamore2026h1'")
    expect(selected).toContain("Let's Encrypt 'Sycamore2026h2'")
    expect(selected.filter((description) => /202[57]/.test(description))).toEqual([])
  },
)

test('an unintelligible entry is dropped, and its neighbours stay', () => {
  const strange = [
    null,
    'log',
    {},
    tiledLog({ state: { paused: {} } }),
    tiledLog({ state: null }),
    tiledLog({ key: createTestLog().log.key }),
    tiledLog({ key: '!' }),
    tiledLog({ monitoring_url: 'file:///etc/passwd' }),
    tiledLog({ temporal_interval: { start_inclusive: 'soon', end_exclusive: 'later' } }),
    tiledLog({ log_type: 'test' }),
  ]
  const logs = parseLogList(listOf(...strange, tiledLog({ description: 7, unknown_field: true })))
  expect(logs).toHaveLength(1)
  expect(logs[0]).toMatchObject({
    description: '',
    url: 'https://mon.log.test/2027/',
    origin: 'log.test/2027',
  })
})

test.each([null, 1, 'x', [], {}, { operators: 'none' }, { operators: [1, null] }])(
  '%j is not a log list',
  (json) => {
    expect(parseLogList(json)).toEqual([])
  },
)

test('a log listed under both kinds is read once, as a static log', () => {
  const tiled = tiledLog() as Record<string, unknown>
  const logs = parseLogList({
    operators: [
      { name: 'Test', logs: [{ ...tiled, url: 'https://log.test/2027/' }] },
      { name: 'Other', tiled_logs: [tiled] },
    ],
  })
  expect(logs.map(({ kind }) => kind)).toEqual(['static'])
})

test.each(['readonly', 'pending', 'retired', 'rejected'])(
  'a log that is %s is parsed but not selected',
  (state) => {
    const logs = parseLogList(listOf(tiledLog({ state: { [state]: {} } })))
    expect(logs).toHaveLength(1)
    expect(selectLogs(logs, new Date('2027-02-01T00:00:00Z'))).toEqual([])
  },
)

// Half-year shards, as most operators run them: we read the next one from 100 days before its
// half-year begins.
const HALF_YEARS = [
  ['2026h1', '2026-01-01T00:00:00Z', '2026-07-01T00:00:00Z'],
  ['2026h2', '2026-07-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['2027h1', '2027-01-01T00:00:00Z', '2027-07-01T00:00:00Z'],
] as const
test.each([
  ['2026-01-01T00:00:00Z', ['2026h1']],
  ['2026-03-22T23:59:59Z', ['2026h1']],
  ['2026-03-23T00:00:00Z', ['2026h1', '2026h2']],
  ['2026-06-30T23:59:59Z', ['2026h1', '2026h2']],
  ['2026-07-01T00:00:00Z', ['2026h2']],
  ['2026-09-22T23:59:59Z', ['2026h2']],
  ['2026-09-23T00:00:00Z', ['2026h2', '2027h1']],
  ['2027-01-01T00:00:00Z', ['2027h1']],
  ['2027-07-01T00:00:00Z', []],
])('at %s the reader selects the shards %j', (now, shards) => {
  const logs = HALF_YEARS.map(([description, start, end]) =>
    tiledLog({ description, temporal_interval: { start_inclusive: start, end_exclusive: end } }),
  )
  const selected = selectLogs(parseLogList(listOf(...logs)), new Date(now))
  expect(selected.map(({ description }) => description)).toEqual(shards)
})

test.each([
  [{ log_list_timestamp: '2026-01-02T12:00:00Z' }, '2026-01-02T12:00:00.000Z'],
  [{ log_list_timestamp: '2026-01-02T14:00:00+02:00' }, '2026-01-02T12:00:00.000Z'],
  [{ log_list_timestamp: 'yesterday' }, undefined],
  [{}, undefined],
  [null, undefined],
])('the list %j is of %s', (json, time) => {
  expect(readLogListTime(json)?.toISOString()).toBe(time)
})

test('a log without an expiry range accepts any certificate', () => {
  const logs = parseLogList(listOf(tiledLog({ temporal_interval: undefined })))
  expect(selectLogs(logs, new Date('2035-01-01T00:00:00Z'))).toHaveLength(1)
})
