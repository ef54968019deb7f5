import { expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import { clearChoice, readChoice, saveChoice } from './pending-choice.ts'

const NOW = Date.UTC(2026, 10, 22)

function storageWith(text: string | null) {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_: string, next: string) => void (kept = next),
    removeItem: () => void (kept = null),
  }
}

test('a chosen plan is kept for a day, or until it is dropped', () => {
  const storage = storageWith(null)
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
  expect(readChoice(1, storageWith(text))).toBeNull()
})

test('a browser that blocks storage keeps no choice and raises no error', () => {
  const refuse = () => {
    throw new Error('forbidden')
  }
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  saveChoice({ plan: 'pro', billing: 'monthly' }, NOW, storage)
  clearChoice(storage)
  expect(readChoice(NOW, storage)).toBeNull()
})
