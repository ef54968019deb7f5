import { expect, test } from 'vitest'
import { addTags } from './tags-field.tsx'

const many = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`)

test.each([
  ['lamps', { kind: 'added', tags: ['Wood', 'lamps'] }],
  ['  night   lamps ', { kind: 'added', tags: ['Wood', 'night lamps'] }],
  ['a, b,,a', { kind: 'added', tags: ['Wood', 'a', 'b'] }],
  ['WOOD', { kind: 'same' }],
  [' , ', { kind: 'same' }],
  ['', { kind: 'same' }],
  ['x'.repeat(41), { kind: 'refused', problem: 'invalid_tag' }],
  [many(20).join(), { kind: 'refused', problem: 'too_many_tags' }],
])('adding %j to one existing tag gives the right outcome', (written, outcome) => {
  expect(addTags(['Wood'], written)).toEqual(outcome)
})
