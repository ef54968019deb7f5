import { expect, test } from 'vitest'
import { checkPhoto } from './user-settings-page.tsx'

const FIVE_MB = 5 * 1024 * 1024

test.each([
  ['image/jpeg', 1, 'ok'],
  ['image/heic', FIVE_MB, 'ok'],
  ['image/png', FIVE_MB + 1, 'tooLarge'],
  ['application/pdf', 1, 'invalidFile'],
  ['application/pdf', FIVE_MB + 1, 'invalidFile'],
  ['text/image/png', 1, 'invalidFile'],
  ['', 1, 'invalidFile'],
] as const)(
  'a file of type %j with %i bytes is %s',
  { tags: ['photo-rule.type', 'photo-rule.size'] },
  (type, size, verdict) => {
    expect(checkPhoto({ type, size })).toBe(verdict)
  },
)
