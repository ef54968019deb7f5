import { expect, test } from 'vitest'
import { type AlarmFigures, findAlarms, MIN_ANSWERS, MIN_VISITS } from './alarms.ts'

const NOW = new Date('2026-03-10T10:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000)
const queue = (oldestSeconds: number | null) => ({ waiting: 1, oldestSeconds })
const log: AlarmFigures['logs'][number] = {
  description: 'Quick',
  operator: 'Ant',
  state: 'active',
  problem: null,
  quarantinedSince: null,
  followedSince: null,
  liveSince: null,
  entriesRead: 0,
  entriesBehind: 100_000,
  shareRead: null,
  secondsSinceStep: 600,
  forOperators: { position: 0, unreadableEntries: 0, retryAt: null, lastAnswerAt: null },
}

const calm: AlarmFigures = {
  now: NOW,
  lagSeconds: 60,
  logs: [log],
  queues: { firstVisit: queue(300), recheck: queue(21_600), resolve: queue(null), catalogueWalk: queue(0) },
  stores: [],
  roleBeats: [],
  counters: [],
  deadJobs: 0,
  waiting: {
    mails: { count: 1, oldestSeconds: 900 },
    deliveries: { count: 1, oldestSeconds: 900 },
    webhooks: { count: 1, oldestSeconds: 900 },
    jobOldestSeconds: 600,
  },
  searchDelaySeconds: 60,
  backups: { writtenAt: ago(93_600), verifiedAt: ago(691_200) },
  accuracyShare: 0.9,
  visits: new Map([['store', 70], ['timeout', 30]]),
  answers: new Map([['200', 95], ['429', 5]]),
} // prettier-ignore

const namesOf = (change: Partial<AlarmFigures>) =>
  findAlarms({ ...calm, ...change }).map(({ name, item }) => (item ? `${name} ${item}` : name))

test('nothing is beyond its limit when everything is exactly at it', () => {
  expect(findAlarms(calm)).toEqual([])
})

test.each<[string, Partial<AlarmFigures>]>([
  ['StoresLate', { lagSeconds: 60.1 }],
  ['LogQuarantined Quick', { logs: [{ ...log, state: 'quarantined', secondsSinceStep: 3_000 }] }],
  ['LogSilent Quick', { logs: [{ ...log, secondsSinceStep: 601 }] }],
  ['LogBehind Quick', { logs: [{ ...log, entriesBehind: 100_001 }] }],
  ['FirstVisitsWait', { queues: { ...calm.queues, firstVisit: queue(301) } }],
  ['QueueOld recheck', { queues: { ...calm.queues, recheck: queue(21_601) } }],
  ['VisitsFail', { visits: new Map([['store', 69], ['timeout', 20], ['challenge', 11]]) }],
  ['VisitsRefusedByBudget', { visits: new Map([['store', 79], ['budget', 21]]) }],
  ['ShopsThrottle', { answers: new Map([['200', 94], ['430', 6]]) }],
  ['AccuracyLow', { accuracyShare: 0.899 }],
  ['SearchBehind', { searchDelaySeconds: 61 }],
  ['JobsDead', { deadJobs: 1 }],
  ['JobsWait', { waiting: { ...calm.waiting, jobOldestSeconds: 601 } }],
  ['MailsWait', { waiting: { ...calm.waiting, mails: { count: 1, oldestSeconds: 901 } } }],
  ['DeliveriesWait', { waiting: { ...calm.waiting, deliveries: { count: 1, oldestSeconds: 901 } } }],
  ['WebhooksLate', { waiting: { ...calm.waiting, webhooks: { count: 1, oldestSeconds: 901 } } }],
  ['BackupMissing', { backups: null }],
  ['BackupOld', { backups: { writtenAt: ago(93_601), verifiedAt: NOW } }],
  ['BackupNotVerified', { backups: { writtenAt: NOW, verifiedAt: ago(691_201) } }],
])('%s is found beyond its limit, alone', (name, change) => {
  expect(namesOf(change)).toEqual([name])
}) // prettier-ignore

test('ended logs, and shares of few visits, are no alarm', () => {
  const ended = { ...log, state: 'ended' as const, secondsSinceStep: 1e9, entriesBehind: 1e9 }
  const few = new Map([['timeout', MIN_VISITS]])
  expect(namesOf({ logs: [ended], visits: few, answers: new Map([['429', MIN_ANSWERS]]) })).toEqual(
    [],
  )
})

test('a backup that was never written or verified has no age, and pages come before tickets', () => {
  const found = findAlarms({ ...calm, deadJobs: 2, backups: { writtenAt: null, verifiedAt: null } })
  expect(found.map(({ name, value, severity }) => [name, value, severity])).toEqual([
    ['BackupOld', null, 'page'],
    ['JobsDead', 2, 'ticket'],
    ['BackupNotVerified', null, 'ticket'],
  ])
})
