import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namesOf } from './identity.ts'

test.each([
  [{ given_name: 'Grace', family_name: 'Hopper', name: 'Rear Admiral' }, 'Grace', 'Hopper'],
  [{ given_name: 'Madonna' }, 'Madonna', ''],
  [{ family_name: 'Hopper' }, 'Hopper', ''],
  [{ name: 'Eve van Dam' }, 'Eve', 'van Dam'],
  [{ name: ' \t' }, 'grace', ''],
  [{}, 'grace', ''],
  [{ given_name: 'A\u0000B\r\nC', family_name: 'x'.repeat(99) }, 'A B C', 'x'.repeat(60)],
])('%j is %s, %s', (claims, firstName, lastName) => {
  expect(namesOf(claims, 'grace@mail.test')).toEqual({ firstName, lastName })
})

test('for any claims the first name is filled and both names can be stored', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
  const text = fc.option(fc.string({ unit, maxLength: 200 }), { nil: undefined })
  fc.assert(
    fc.property(text, text, text, (given_name, family_name, name) => {
      const { firstName, lastName } = namesOf({ given_name, family_name, name }, 'grace@mail.test')
      expect(firstName).not.toBe('')
      for (const part of [firstName, lastName]) {
        expect(part.length).toBeLessThanOrEqual(60)
        expect(part).not.toMatch(/\p{Cc}/u)
        expect(part.isWellFormed()).toBe(true)
      }
    }),
  )
})
