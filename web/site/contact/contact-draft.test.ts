import { expect, test } from 'vitest'
import { readDraft, saveDraft } from './use-contact-form.ts'

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

test('a draft is restored, and removed once it is empty', () => {
  const storage = storageWith()
  expect(readDraft('', storage)).toBeNull()
  saveDraft(fields, '', storage)
  expect(readDraft('', storage)).toEqual(fields)
  saveDraft({ ...fields, subject: ' ', message: '' }, '', storage)
  expect(storage.items.size).toBe(0)
})

test('an edited subject from a link is kept until a link asks for a different one', () => {
  const storage = storageWith()
  saveDraft({ ...fields, subject: 'Custom plan', message: '' }, 'Custom plan', storage)
  expect(storage.items.size).toBe(0)
  saveDraft({ ...fields, subject: 'Custom plan, ten seats' }, 'Custom plan', storage)
  expect(readDraft('Custom plan', storage)?.subject).toBe('Custom plan, ten seats')
  expect(readDraft('', storage)?.subject).toBe('Custom plan, ten seats')
  expect(readDraft('Another', storage)).toEqual({ ...fields, subject: 'Another' })
})

test.each(['', 'null', '{}', '{"fullName":1}', 'nonsense'])(
  'text stored by another version, %j, is not a draft',
  (text) => {
    expect(readDraft('', storageWith({ contactDraft: text }))).toBeNull()
  },
)

test('a browser that blocks storage loses the draft without an error', () => {
  const refuse = () => {
    throw new Error('QuotaExceededError')
  }
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  saveDraft(fields, '', storage)
  expect(readDraft('', storage)).toBeNull()
})
