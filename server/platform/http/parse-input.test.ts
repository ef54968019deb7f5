import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { createAddressParser } from './parse-input.ts'

const parsing = () => {
  let parsed = 0
  const size = z.pipe(
    z.string(),
    z.transform((text) => {
      parsed += 1
      return Number(text)
    }),
  )
  const parse = createAddressParser({ query: z.object({ size }) })
  const ask = (query: Record<string, string>) =>
    parse({ url: `/x?${new URLSearchParams(query)}`, params: {}, query, body: undefined })
  return { ask, count: () => parsed }
}

test('an address is parsed once, and a different address is parsed again', () => {
  const { ask, count } = parsing()
  expect([ask({ size: '5' }).query, ask({ size: '5' }).query]).toEqual([{ size: 5 }, { size: 5 }])
  expect(count()).toBe(1)
  expect(ask({ size: '6' }).query).toEqual({ size: 6 })
})

test('what calls share cannot be changed by one of them', () => {
  const { query } = parsing().ask({ size: '5' })
  expect(() => Object.assign(Object(query), { size: 6 })).toThrow(TypeError)
})

test('a long address is not kept', () => {
  const { ask, count } = parsing()
  const long = { size: '5', text: 'x'.repeat(500) }
  ask(long)
  ask(long)
  expect(count()).toBe(2)
})
