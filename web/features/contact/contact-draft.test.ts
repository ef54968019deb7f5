import { expect, test } from 'vitest'
import { readDraft, saveDraft } from './contact-draft.ts'

const fields = { fullName: 'Ada', email: 'ada@example.test', subject: 'Lamps', message: 'More' }

function storageWith(kept: Record<string, string> = {}) {
  const items = new Map(Object.entries(kept))
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

test('what was written comes back, and is gone once it is empty', () => {
  const storage = storageWith()
  expect(readDraft('', storage)).toBeNull()
  saveDraft(fields, '', storage)
  expect(readDraft('', storage)).toEqual(fields)
  saveDraft({ ...fields, subject: ' ', message: '' }, '', storage)
  expect(storage.items.size).toBe(0)
})

test('the subject that a link asks for is kept as it was changed, until another link asks for another', () => {
  const storage = storageWith()
  saveDraft({ ...fields, subject: 'Custom plan', message: '' }, 'Custom plan', storage)
  expect(storage.items.size).toBe(0)
  saveDraft({ ...fields, subject: 'Custom plan, ten seats' }, 'Custom plan', storage)
  expect(readDraft('Custom plan', storage)?.subject).toBe('Custom plan, ten seats')
  expect(readDraft('', storage)?.subject).toBe('Custom plan, ten seats')
  expect(readDraft('Another', storage)).toEqual({ ...fields, subject: 'Another' })
})

test.each(['', 'null', '{}', '{"fullName":1}', 'nonsense'])(
  'what another version left, %j, is no draft',
  (text) => {
    expect(readDraft('', storageWith({ contactDraft: text }))).toBeNull()
  },
)

test('a browser that keeps nothing is no failure', () => {
  const refuse = () => {
    throw new Error('QuotaExceededError')
  }
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  saveDraft(fields, '', storage)
  expect(readDraft('', storage)).toBeNull()
})
