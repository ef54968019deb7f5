import { expect, test } from 'vitest'
import { jsonText } from './sql-text.ts'

test.each([
  ['a NUL', 'la\u0000mp', 'lamp'],
  ['half a surrogate pair', 'lamp \ud83d', 'lamp \ufffd'],
  ['a whole emoji', 'lamp 💡', 'lamp 💡'],
  ['a backslash before u0000', 'lamp \\u0000', 'lamp \\u0000'],
])('%s leaves text that a database can hold', (_, text, kept) => {
  expect(JSON.parse(jsonText([{ title: text, nested: { texts: [text] } }]))).toEqual([
    { title: kept, nested: { texts: [kept] } },
  ])
})
