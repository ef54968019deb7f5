import { expect, test } from 'vitest'
import type { StoreStatus } from '#contracts/catalog/stores.ts'
import type { StoreEventKind } from '#contracts/catalog/timeline.ts'
import { statusSpansOf } from './present-store-details.ts'

const FIRST = '2026-03-10'
const at = (day: string) => new Date(`${day}T10:00:00.000Z`)

type Change = [kind: StoreEventKind, day: string]
/** Each lasts until the next one. */
type Span = [status: StoreStatus, from: string]

test.each<[string, Change[], Span[]]>([
  ['a store that was open at every visit', [['found', FIRST]], [['OPEN', FIRST]]],
  [
    'a store that is still behind its password page',
    [['found', FIRST]],
    [['PASSWORD_PROTECTED', FIRST]],
  ],
  [
    'a store that opened, changed its theme and closed',
    [
      ['found', FIRST],
      ['opened', '2026-03-24'],
      ['theme_changed', '2026-03-25'],
      ['closed', '2026-04-20'],
    ],
    [
      ['PASSWORD_PROTECTED', FIRST],
      ['OPEN', '2026-03-24'],
      ['CLOSED', '2026-04-20'],
    ],
  ],
  [
    'a store that closed, came back, and closed again',
    [
      ['found', FIRST],
      ['closed', '2026-03-13'],
      ['reopened', '2026-03-17'],
      ['closed', '2026-04-09'],
    ],
    [
      ['OPEN', FIRST],
      ['CLOSED', '2026-03-13'],
      ['OPEN', '2026-03-17'],
      ['CLOSED', '2026-04-09'],
    ],
  ],
  [
    'a closed store that came back behind a password page',
    [
      ['closed', '2026-03-13'],
      ['protected', '2026-03-17'],
      ['opened', '2026-03-24'],
    ],
    [
      ['OPEN', FIRST],
      ['CLOSED', '2026-03-13'],
      ['PASSWORD_PROTECTED', '2026-03-17'],
      ['OPEN', '2026-03-24'],
    ],
  ],
  [
    'a store that closed behind its password page',
    [['closed', '2026-03-24']],
    [
      ['PASSWORD_PROTECTED', FIRST],
      ['CLOSED', '2026-03-24'],
    ],
  ],
  [
    'the same event twice',
    [
      ['closed', '2026-03-13'],
      ['closed', '2026-03-17'],
    ],
    [
      ['OPEN', FIRST],
      ['CLOSED', '2026-03-13'],
    ],
  ],
  ['a store of an early release, without events', [], [['CLOSED', FIRST]]],
])('the spans of %s', (_, events, spans) => {
  const life = {
    since: at(FIRST),
    startedProtected: spans[0]?.[0] === 'PASSWORD_PROTECTED',
    events: events.map(([kind, day]) => ({ kind, at: at(day) })),
    status: spans.at(-1)?.[0] ?? 'OPEN',
  }
  expect(statusSpansOf(life)).toEqual(
    spans.map(([status, from], place) => {
      const next = spans[place + 1]
      return {
        status,
        from: at(from).toISOString(),
        to: next ? at(next[1]).toISOString() : null,
      }
    }),
  )
})
