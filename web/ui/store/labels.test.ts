import { expect, test } from 'vitest'
import { mailtoOf } from './labels.tsx'

test.each([
  ['hello@lamp.example', 'mailto:hello@lamp.example'],
  ['a+b@lamp.example', 'mailto:a%2Bb@lamp.example'],
  [
    'a?bcc=evil@x.example&body=hi@lamp.example',
    'mailto:a%3Fbcc%3Devil%40x.example%26body%3Dhi@lamp.example',
  ],
  ['a#b%0d@lamp.example', 'mailto:a%23b%250d@lamp.example'],
])('the mail link for %j is %j', { tags: ['check-61'] }, (address, link) => {
  expect(mailtoOf(address)).toBe(link)
  expect(new URL(link).search).toBe('')
})
