import { expect, test } from 'vitest'
import { sumUp } from './findings.ts'

test('a finding in many places is one line that names the first place', () => {
  const at = (what: string, where: string) => ({ what, where })
  expect(
    sumUp([at('no h1', '/a'), at('no title', '/a'), at('no h1', '/b'), at('no h1', '/b')]),
  ).toEqual(['no h1 (/a and 1 more)', 'no title (/a)'])
})
