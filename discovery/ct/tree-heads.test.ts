import { expect, test } from 'vitest'
import { hasCorpus, readCorpus, readExpected } from '#testing/discovery/corpus.ts'
import { createTestLog, noteSignature, rootOf } from '#testing/discovery/test-log.ts'
import { parseCheckpoint, parseSignedTreeHead } from './tree-heads.ts'

// Key and id of a real log, so that the real checkpoint is verified with it.
const SYCAMORE = {
  origin: 'sycamore.ct.letsencrypt.org/2024h2',
  logId: 'SU2QSbivPlrKupk+TB8wVnN6qfltAPewubJRBve+Go8=',
  key: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEorVeVDGKwL4K1QkX2jC4Ni25YEs+/13qJI0+2GcDzv62qWgOBE0oVDN24euQIrY7rVOtNsHMAdAQir5T/z1Fgg==',
}
const HEAD = { size: 70_000, rootHash: rootOf(70_000), timestampMs: 1_790_000_000_123 }

test.skipIf(!hasCorpus)('a real checkpoint verifies with its log’s key', () => {
  const outcome = parseCheckpoint(
    readCorpus('ct/checkpoint/sycamore2024h2.txt').toString(),
    SYCAMORE,
  )
  const rootHash = 'wDpr6fEdycwgieRFpz9hQe6C6A0tg6K2ZVPUltce0hI='
  expect(outcome).toEqual({
    kind: 'head',
    head: { size: 820_495_916, rootHash, timestampMs: 1_719_511_711_300 },
  })
})

test.skipIf(!hasCorpus)('the parser refuses every damaged checkpoint in the corpus', () => {
  const damaged: string[] = JSON.parse(readCorpus('ct/checkpoint/must_fail.json').toString())
  expect(damaged.length).toBe(7)
  for (const text of damaged) expect(parseCheckpoint(text, SYCAMORE).kind).toBe('malformed')
})

test.each(['ec', 'rsa'] as const)('a checkpoint signed with an %s key verifies', (keyType) => {
  const { log, checkpoint } = createTestLog('static', keyType)
  expect(parseCheckpoint(checkpoint(HEAD), log)).toEqual({ kind: 'head', head: HEAD })
})

test('an empty log also has a checkpoint', () => {
  const { log, checkpoint } = createTestLog()
  const head = { ...HEAD, size: 0 }
  expect(parseCheckpoint(checkpoint(head), log)).toEqual({ kind: 'head', head })
})

test('signatures with unknown names, ids or types are ignored in any position', () => {
  const { log, checkpoint, signHead } = createTestLog()
  const other = createTestLog()
  const [text = '', own = ''] = checkpoint(HEAD).split('\n\n')
  const sameNameOtherKey = noteSignature(log.origin, other.log.logId, HEAD, other.signHead(HEAD))
  const otherNameSameId = noteSignature('witness.test', log.logId, HEAD, signHead(HEAD))
  const witness = '\u2014 someoneelse.example c2lnbmF0dXJlCg=='
  const note = [
    `${text}\n`,
    witness,
    sameNameOtherKey,
    otherNameSameId,
    own.trimEnd(),
    witness,
    '',
  ].join('\n')
  expect(parseCheckpoint(note, log)).toEqual({ kind: 'head', head: HEAD })
})

const { log: LOG, checkpoint: CHECKPOINT } = createTestLog()
const GOOD = CHECKPOINT(HEAD)
const [TEXT = '', SIGNATURE = ''] = GOOD.split('\n\n')
const malformed: [string, string][] = [
  ['an extension line', `${TEXT}\nextension\n\n${SIGNATURE}`],
  ['an empty line in the text', `${TEXT}\n\n\n${SIGNATURE}`],
  ['a missing root', `${LOG.origin}\n${HEAD.size}\n\n${SIGNATURE}`],
  ['a leading zero', GOOD.replace('\n70000\n', '\n070000\n')],
  ['a sign', GOOD.replace('\n70000\n', '\n+70000\n')],
  ['a size above what a number holds', GOOD.replace('\n70000\n', '\n9007199254740993\n')],
  ['an exponent', GOOD.replace('\n70000\n', '\n7e4\n')],
  ['a root of 31 bytes', GOOD.replace(HEAD.rootHash, Buffer.alloc(31).toString('base64'))],
  ['a root in base64url', GOOD.replace(HEAD.rootHash, `${'_'.repeat(43)}=`)],
  ['a root with stray bits', GOOD.replace(HEAD.rootHash, `${'A'.repeat(42)}B=`)],
  ['carriage returns', GOOD.replaceAll('\n', '\r\n')],
  ['a NUL', GOOD.replace('log.test', 'log\u0000test')],
  ['no final newline', GOOD.trimEnd()],
  ['a trailing empty line', `${GOOD}\n`],
  ['an empty origin', GOOD.replace(LOG.origin, '')],
  ['a plus in a key name', GOOD.replace(`\u2014 ${LOG.origin}`, `\u2014 ${LOG.origin}+x`)],
  ['a signature that is only a key id', `${TEXT}\n\n\u2014 ${LOG.origin} AAAAAA==\n`],
  ['too many signatures', `${TEXT}\n\n${`\u2014 a.test c2lnbmF0dXJlCg==\n`.repeat(101)}`],
  ['an error page', '<!doctype html>\n<html>\n\n<body>502 Bad Gateway</body>\n</html>\n'],
]
test.each(malformed)('not a checkpoint: %s', (_, text) => {
  expect(parseCheckpoint(GOOD, LOG).kind).toBe('head')
  expect(parseCheckpoint(text, LOG).kind).toBe('malformed')
})

const untrusted: [string, string][] = [
  ['another size than the signed one', GOOD.replace('\n70000\n', '\n70001\n')],
  ['another root than the signed one', GOOD.replace(HEAD.rootHash, rootOf(1))],
  ['the origin of another log', GOOD.replace(LOG.origin, 'other.test/2027h1')],
  ['only signatures of others', `${TEXT}\n\n\u2014 someoneelse.example c2lnbmF0dXJlCg==\n`],
  ['a cut signature', `${TEXT}\n\n${cutSignature(20)}\n`],
  ['a signature without a timestamp', `${TEXT}\n\n${cutSignature(8)}\n`],
]
test.each(untrusted)('not trusted: %s', (_, text) => {
  expect(parseCheckpoint(text, LOG).kind).toBe('untrusted')
})

test('a checkpoint does not verify with another log’s key under the same id', () => {
  const key = createTestLog().log.key
  expect(parseCheckpoint(GOOD, { ...LOG, key })).toEqual({
    kind: 'untrusted',
    detail: 'the signature does not verify',
  })
  expect(parseCheckpoint(GOOD, { ...LOG, key: 'AAAA' }).kind).toBe('untrusted')
})

function cutSignature(length: number): string {
  const encoded = SIGNATURE.trimEnd().split(' ').at(-1) ?? ''
  return `\u2014 ${LOG.origin} ${Buffer.from(encoded, 'base64').subarray(0, length).toString('base64')}`
}

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
