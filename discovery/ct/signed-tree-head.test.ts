import { expect, test } from 'vitest'

import { hasCorpus, readCorpus, readExpected } from '#testing/discovery/corpus.ts'
import { createTestLog, rootOf } from '#testing/discovery/test-log.ts'
import { parseSignedTreeHead } from './tree-heads.ts'

const HEAD = { size: 12, rootHash: rootOf(12), timestampMs: 1_790_000_000_000 }

test.skipIf(!hasCorpus)('a real tree head from 2020 verifies, and fails after any change', () => {
  const path = 'ct/rfc6962/get-sth_2020_90785920.json'
  const json = JSON.parse(readCorpus(path).toString())
  const { public_key: key } = readExpected(path) as { public_key: string }
  expect(parseSignedTreeHead(json, { key })).toMatchObject({
    kind: 'head',
    head: { size: 90_785_920 },
  })
  expect(parseSignedTreeHead({ ...json, tree_size: 90_785_921 }, { key }).kind).toBe('untrusted')
  expect(parseSignedTreeHead({ ...json, timestamp: json.timestamp + 1 }, { key }).kind).toBe(
    'untrusted',
  )
})

test.each(['ec', 'rsa'] as const)('a tree head signed with an %s key verifies', (keyType) => {
  const { log, signedTreeHead } = createTestLog('rfc6962', keyType)
  expect(parseSignedTreeHead(signedTreeHead(HEAD), log)).toEqual({ kind: 'head', head: HEAD })
  expect(
    parseSignedTreeHead(signedTreeHead(HEAD), createTestLog('rfc6962', keyType).log).kind,
  ).toBe('untrusted')
})

test.each([null, [], 'error', {}, { tree_size: -1 }, { tree_size: 1.5 }])(
  '%j is not a tree head',
  (change) => {
    const { log, signedTreeHead } = createTestLog('rfc6962')
    const isChange = typeof change === 'object' && change !== null && 'tree_size' in change
    expect(
      parseSignedTreeHead(isChange ? { ...signedTreeHead(HEAD), ...change } : change, log).kind,
    ).toBe('malformed')
  },
)
