import { expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import { blockedStorage, memoryStorage } from '#testing/memory-storage.ts'
import { clearChoice, readChoice, saveChoice } from './pending-choice.ts'

const NOW = Date.UTC(2026, 10, 22)

test('a chosen plan is kept for a day, or until it is dropped', () => {
  const storage = memoryStorage()
  const choice = { plan: 'plus', billing: 'annual' } as const
  saveChoice(choice, NOW, storage)
  expect(readChoice(NOW + DAY_MS - 1, storage)).toEqual(choice)
  expect(readChoice(NOW + DAY_MS, storage)).toBeNull()
  clearChoice(storage)
  expect(readChoice(NOW, storage)).toBeNull()
})

test.each([
  '',
  'null',
  '[]',
  '{"value":{"plan":"custom","billing":"annual"},"atMs":1}',
  '{"value":{"plan":"pro"},"atMs":1}',
  '{"value":{"plan":"pro","billing":"annual"}}',
])('the stored value %j is not a choice', (text) => {
  expect(readChoice(1, memoryStorage({ pendingPlan: text }))).toBeNull()
})

test('a browser that blocks storage keeps no choice and raises no error', () => {
  saveChoice({ plan: 'pro', billing: 'monthly' }, NOW, blockedStorage)
  clearChoice(blockedStorage)
  expect(readChoice(NOW, blockedStorage)).toBeNull()
})
