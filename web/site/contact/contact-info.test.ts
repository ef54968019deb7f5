import { expect, test } from 'vitest'
import { dayName, isOpenAt, localHours, socialName } from './contact-info.tsx'

test.each([
  ['Monday at nine', '2026-03-09T09:00:00Z', true],
  ['Monday before nine', '2026-03-09T08:59:59Z', false],
  ['Friday just before six', '2026-03-13T17:59:59Z', true],
  ['Friday at six', '2026-03-13T18:00:00Z', false],
  ['Saturday at noon', '2026-03-14T12:00:00Z', false],
  ['Sunday at noon', '2026-03-15T12:00:00Z', false],
])('on %s support is open: %s %s', { tags: ['const.business-hours'] }, (_when, at, isOpen) => {
  expect(isOpenAt(new Date(at))).toBe(isOpen)
})

test.each([
  ['Europe/Istanbul', '2026-07-01T00:00:00Z', { from: '12:00', to: '21:00' }],
  ['Europe/Berlin', '2026-01-05T23:00:00Z', { from: '10:00', to: '19:00' }],
  ['Europe/Berlin', '2026-07-06T23:00:00Z', { from: '11:00', to: '20:00' }],
  ['Asia/Kolkata', '2026-07-01T00:00:00Z', { from: '14:30', to: '23:30' }],
  ['UTC', '2026-07-01T00:00:00Z', null],
])('in %s on %s the hours are %j', (zone, at, hours) => {
  expect(localHours(new Date(at), zone)).toEqual(hours)
})

test('days are named in each language', () => {
  expect([
    dayName('en-US', 1),
    dayName('de-DE', 5),
    dayName('tr-TR', 6),
    dayName('fr-FR', 0),
  ]).toEqual(['Monday', 'Freitag', 'Cumartesi', 'dimanche'])
})

test.each([
  ['https://www.linkedin.com/company/storedawn', 'LinkedIn'],
  ['https://x.com/storedawn', 'X'],
  ['https://bsky.app/profile/storedawn.example', 'Bluesky'],
  ['https://github.com/storedawn', 'GitHub'],
  ['https://social.storedawn.test/@storedawn', 'social.storedawn.test'],
])('%s is called %s', (address, name) => {
  expect(socialName(address)).toBe(name)
})
