import { expect, test } from 'vitest'
import { relativeTime } from './devices-section.tsx'

const now = Date.parse('2026-11-20T12:00:00Z')

test.each([
  ['en-US', '2026-11-20T12:00:30Z', 'now'],
  ['en-US', '2026-11-20T11:59:01Z', 'now'],
  ['en-US', '2026-11-20T11:59:00Z', '1 minute ago'],
  ['en-US', '2026-11-20T11:00:01Z', '59 minutes ago'],
  ['en-US', '2026-11-20T09:00:00Z', '3 hours ago'],
  ['en-US', '2026-11-19T12:00:00Z', 'yesterday'],
  ['en-US', '2026-10-21T12:00:00Z', '30 days ago'],
  ['de-DE', '2026-11-20T09:00:00Z', 'vor 3 Stunden'],
  ['tr-TR', '2026-11-19T12:00:00Z', 'dün'],
])('in %s the time %s is shown as %s', (locale, iso, text) => {
  expect(relativeTime(locale, iso, now)).toBe(text)
})
