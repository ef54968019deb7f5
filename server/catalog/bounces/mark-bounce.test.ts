import { expect, test } from 'vitest'
import { toUserId } from '#contracts/ids.ts'
import { isBouncedForAll, type Vote } from './mark-bounce.ts'

let accounts = 0
const vote = (email: string, values: Partial<Vote> = {}): Vote => ({
  userId: toUserId(`00000000-0000-4000-8000-${String(++accounts).padStart(12, '0')}`),
  verdict: 'bounced',
  email,
  networks: [],
  ...values,
})

test.each<[string, Vote[], boolean]>([
  ['one account', [vote('a@one.example')], false],
  ['two companies', [vote('a@one.example'), vote('b@two.example')], true],
  ['two mailboxes of one company', [vote('a@one.example'), vote('b@One.example')], false],
  ['two mailboxes of a public provider', [vote('a@gmail.com'), vote('b@gmail.com')], true],
  ['one mailbox with a label and dots', [vote('a.b@gmail.com'), vote('ab+2@gmail.com')], false],
  [
    'two accounts in one network',
    [
      vote('a@one.example', { networks: ['192.0.2.1', '192.0.2.2'] }),
      vote('b@two.example', { networks: ['192.0.2.2'] }),
    ],
    false,
  ],
  [
    'two accounts that a third one connects',
    [
      vote('a@one.example', { networks: ['192.0.2.1'] }),
      vote('b@two.example', { networks: ['192.0.2.2'] }),
      vote('c@three.example', { networks: ['192.0.2.1', '192.0.2.2'] }),
    ],
    false,
  ],
  [
    'two companies, while a third one says that it arrives',
    [vote('a@one.example'), vote('b@two.example'), vote('c@three.example', { verdict: 'arrives' })],
    false,
  ],
  [
    'three companies against one',
    [
      vote('a@one.example'),
      vote('b@two.example'),
      vote('c@three.example'),
      vote('d@four.example', { verdict: 'arrives' }),
    ],
    true,
  ],
  [
    'two companies, one of which disagrees with itself',
    [vote('a@one.example'), vote('b@two.example'), vote('c@two.example', { verdict: 'arrives' })],
    false,
  ],
])('%s: whether an address counts as bounced for everybody', (_who, votes, isBounced) => {
  expect(isBouncedForAll(votes)).toBe(isBounced)
  expect(isBouncedForAll(votes.toReversed())).toBe(isBounced)
})
