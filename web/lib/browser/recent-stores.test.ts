import { expect, test } from 'vitest'
import { memoryStorage } from '#testing/memory-storage.ts'
import { forgetStore, readRecentStores, rememberStore } from './recent-stores.ts'
import { RECENT_STORES_KEY } from './browser-storage.ts'

const store = (slug: string) => ({ slug, name: slug.toUpperCase(), domain: `${slug}.example` })
const slugs = (storage: ReturnType<typeof memoryStorage>, owner = 'anna') =>
  readRecentStores(storage, owner).map(({ slug }) => slug)

test('recent stores are listed newest first, each once, and the oldest drop out', () => {
  const storage = memoryStorage()
  for (const slug of ['a', 'b', 'c', 'a', 'd', 'e', 'f', 'g', 'h', 'i'])
    rememberStore(storage, 'anna', store(slug))
  expect(slugs(storage)).toEqual(['i', 'h', 'g', 'f', 'e', 'd', 'a', 'c'])
  forgetStore(storage, 'anna', 'g')
  expect(slugs(storage)).toEqual(['i', 'h', 'f', 'e', 'd', 'a', 'c'])
})

test('another account sees none of them and starts an empty list', () => {
  const storage = memoryStorage()
  rememberStore(storage, 'anna', store('a'))
  expect(slugs(storage, 'bert')).toEqual([])
  rememberStore(storage, 'bert', store('b'))
  expect(slugs(storage, 'bert')).toEqual(['b'])
})

test('only the slug, name and domain of a store are kept', () => {
  const storage = memoryStorage()
  rememberStore(storage, 'anna', { ...store('a'), email: 'hello@a.example' } as ReturnType<
    typeof store
  >)
  expect(storage.getItem(RECENT_STORES_KEY)).not.toContain('hello')
})

test.each([
  '',
  'null',
  '[]',
  '{"owner":"anna"}',
  '{"owner":"anna","stores":[{"slug":1}]}',
  '{"owner":1,"stores":[]}',
])('an unreadable list counts as empty: %s', (text) => {
  expect(slugs(memoryStorage({ [RECENT_STORES_KEY]: text }))).toEqual([])
})

test('full storage loses the entry but raises no error', () => {
  const setItem = () => {
    throw new Error('quota')
  }
  const full = { ...memoryStorage(), setItem }
  expect(() => rememberStore(full, 'anna', store('a'))).not.toThrow()
})
