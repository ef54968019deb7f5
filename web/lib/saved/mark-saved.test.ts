import { expect, test } from 'vitest'
import { markSaved } from './saved-changes.ts'

const store = (id: number, isSaved: boolean) => ({ id, name: `Store ${id}`, isSaved })
const product = (id: string, savedId: number | null) => ({ id, isSaved: savedId !== null, savedId })
const ofStore = (id: number, isSaved: boolean) => ({ id, isSaved, savedId: null })

test.each([
  ['a list', { content: [store(1, false), store(2, false)], page: 0 }, ofStore(2, true), { content: [store(1, false), store(2, true)], page: 0 }],
  ['pages of lists', { pages: [{ content: [store(1, true)] }] }, ofStore(1, false), { pages: [{ content: [store(1, false)] }] }],
  ['details', { ...store(1, false), images: [] }, ofStore(1, true), { ...store(1, true), images: [] }],
  ['a saved list', { content: [{ id: 7, storeId: 1, store: store(1, true) }] }, ofStore(1, false), { content: [{ id: 7, storeId: 1, store: store(1, false) }] }],
  ['a product', product('1-2', null), { id: '1-2', isSaved: true, savedId: 9 }, product('1-2', 9)],
  ['a product whose saved id is not known yet', product('1-2', null), { id: '1-2', isSaved: true, savedId: null }, { id: '1-2', isSaved: true, savedId: null }],
  ['a product that is no longer saved', product('1-2', 9), { id: '1-2', isSaved: false, savedId: 9 }, product('1-2', null)],
])('marks the saved item in %s', (_where, before, mark, after) => {
  expect(markSaved<unknown>(before, mark)).toEqual(after)
}) // prettier-ignore

test.each([
  ['nothing of it', { content: [store(1, true)] }, ofStore(2, false)],
  ['it, marked so already', { content: [store(2, false)] }, ofStore(2, false)],
  ['an entry with the same number that is no store', { content: [{ id: 2, storeId: 1 }] }, ofStore(2, true)],
  ['no answer yet', undefined, ofStore(2, true)],
])('an answer that holds %s stays the same object', (_what, answer, mark) => {
  expect(markSaved<unknown>(answer, mark)).toBe(answer)
})

test('unchanged parts stay the same object', () => {
  const answer = { content: [store(1, false), store(2, false)], totals: { all: 2 } }
  const after = markSaved(answer, ofStore(2, true))
  expect(after.content[0]).toBe(answer.content[0])
  expect(after.totals).toBe(answer.totals)
})
