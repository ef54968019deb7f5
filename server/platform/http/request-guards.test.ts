import { expect, test } from 'vitest'
import { nestsDeeper } from './request-guards.ts'

const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2)

test.each([
  ['as deep as allowed', nested(64), false],
  ['one level deeper', `[${nested(64)}]`, true],
  ['a hundred thousand levels deep', '['.repeat(100_000), true],
  ['wide, not deep', `[${'[{}],'.repeat(1_000)}1]`, false],
  ['brackets inside a string', JSON.stringify({ notes: '['.repeat(1_000) }), false],
  [
    'brackets after an escaped quote in a string',
    JSON.stringify({ notes: `"${'['.repeat(1_000)}` }),
    false,
  ],
  ['brackets after a string that ends with a backslash', `["\\\\",${'['.repeat(100)}`, true],
])('a JSON text with %s', (_what, text, isDeeper) => {
  expect(nestsDeeper(text, 64)).toBe(isDeeper)
})
