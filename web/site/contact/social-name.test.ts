import { expect, test } from 'vitest'
import { socialName } from './contact-info.tsx'

test.each([
  ['https://www.linkedin.com/company/storedawn', 'LinkedIn'],
  ['https://x.com/storedawn', 'X'],
  ['https://bsky.app/profile/storedawn.example', 'Bluesky'],
  ['https://github.com/storedawn', 'GitHub'],
  ['https://social.storedawn.test/@storedawn', 'social.storedawn.test'],
])('%s is called %s', (address, name) => {
  expect(socialName(address)).toBe(name)
})
