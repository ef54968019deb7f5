import { expect, test } from 'vitest'
import type { StoreStatus } from '#contracts/catalog/stores.ts'
import type { StoreEventKind } from '#contracts/catalog/timeline.ts'
import { statusSpansOf } from './present-store-details.ts'

const FIRST = '2026-03-10'
const at = (day: string) => new Date(`${day}T10:00:00.000Z`)

/** Events as `[kind, day]`; spans as `[status, first day, last day]`. */
type Case = {
  name: string
  startedProtected?: boolean
  events: [StoreEventKind, string][]
  status: StoreStatus
  spans: [StoreStatus, string, string | null][]
}

const cases: Case[] = [
  {
    name: 'a store that was open at every visit',
    events: [['found', FIRST]],
    status: 'OPEN',
    spans: [['OPEN', FIRST, null]],
  },
  {
    name: 'a store that is still behind its password page',
    startedProtected: true,
    events: [['found', FIRST]],
    status: 'PASSWORD_PROTECTED',
    spans: [['PASSWORD_PROTECTED', FIRST, null]],
  },
  {
    name: 'a store that opened, changed its theme and closed',
    startedProtected: true,
    events: [
      ['found', FIRST],
      ['opened', '2026-03-24'],
      ['theme_changed', '2026-03-25'],
      ['closed', '2026-04-20'],
    ],
    status: 'CLOSED',
    spans: [
      ['PASSWORD_PROTECTED', FIRST, '2026-03-24'],
      ['OPEN', '2026-03-24', '2026-04-20'],
      ['CLOSED', '2026-04-20', null],
    ],
  },
  {
    name: 'a store that closed, came back, and closed again',
    events: [
      ['found', FIRST],
      ['closed', '2026-03-13'],
      ['reopened', '2026-03-17'],
      ['closed', '2026-04-09'],
    ],
    status: 'CLOSED',
    spans: [
      ['OPEN', FIRST, '2026-03-13'],
      ['CLOSED', '2026-03-13', '2026-03-17'],
      ['OPEN', '2026-03-17', '2026-04-09'],
      ['CLOSED', '2026-04-09', null],
    ],
  },
  {
    name: 'a closed store that came back behind a password page',
    events: [
      ['closed', '2026-03-13'],
      ['protected', '2026-03-17'],
      ['opened', '2026-03-24'],
    ],
    status: 'OPEN',
    spans: [
      ['OPEN', FIRST, '2026-03-13'],
      ['CLOSED', '2026-03-13', '2026-03-17'],
      ['PASSWORD_PROTECTED', '2026-03-17', '2026-03-24'],
      ['OPEN', '2026-03-24', null],
    ],
  },
  {
    name: 'a store that closed behind its password page',
    startedProtected: true,
    events: [['closed', '2026-03-24']],
    status: 'CLOSED',
    spans: [
      ['PASSWORD_PROTECTED', FIRST, '2026-03-24'],
      ['CLOSED', '2026-03-24', null],
    ],
  },
  {
    name: 'the same event twice',
    events: [
      ['closed', '2026-03-13'],
      ['closed', '2026-03-17'],
    ],
    status: 'CLOSED',
    spans: [
      ['OPEN', FIRST, '2026-03-13'],
      ['CLOSED', '2026-03-13', null],
    ],
  },
  {
    name: 'a store of an early release, without events',
    events: [],
    status: 'CLOSED',
    spans: [['CLOSED', FIRST, null]],
  },
]

test.each(cases)('the spans of $name', ({ startedProtected = false, events, status, spans }) => {
  const life = {
    since: at(FIRST),
    startedProtected,
    events: events.map(([kind, day]) => ({ kind, at: at(day) })),
    status,
  }
  expect(statusSpansOf(life)).toEqual(
    spans.map(([each, from, to]) => ({
      status: each,
      from: at(from).toISOString(),
      to: to === null ? null : at(to).toISOString(),
    })),
  )
})
