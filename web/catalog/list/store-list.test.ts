import { expect, test } from 'vitest'
import { readAddress } from './list-address.ts'
import { keepsPreviousData } from './store-list.tsx'

const at = (search: string) => readAddress(new URLSearchParams(search))

test.each([
  ['', 'country=DE', false, true],
  ['', 'country=DE', true, false],
  ['view=leads', 'view=leads&country=DE', false, true],
  ['', 'view=leads', false, false],
  ['view=products', 'view=products&country=DE', false, false],
])(
  'the list of “%s” stays while “%s” loads, answered: %s: %s',
  (rendered, requested, isLoaded, stands) => {
    expect(keepsPreviousData(at(rendered), at(requested), isLoaded)).toBe(stands)
  },
)
