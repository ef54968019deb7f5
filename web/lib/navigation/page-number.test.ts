import { expect, test } from 'vitest'
import { readPage, writePage } from './page-number.ts'

test.each([
  ['', 0],
  ['page=1', 0],
  ['page=2', 1],
  ['page=100000', 99_999],
  ['page=0', 0],
  ['page=-1', 0],
  ['page=1.5', 0],
  ['page=two', 0],
  ['page=100001', 0],
])('?%s names page %i, counted from 0', (search, page) => {
  expect(readPage(new URLSearchParams(search))).toBe(page)
})

test.each([
  [0, ''],
  [1, 'page=2'],
])('page %i, counted from 0, is written as “%s”', (page, search) => {
  const params = new URLSearchParams()
  writePage(params, page)
  expect(String(params)).toBe(search)
  expect(readPage(params)).toBe(page)
})
