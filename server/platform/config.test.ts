import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '#testing/test-folder.ts'
import { ConfigError, parseConfig } from './config.ts'

function problemsOf(settings: Parameters<typeof parseConfig>[0]): string[] {
  try {
    parseConfig(settings)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('every setting has a valid default', () => {
  expect(parseConfig({})).toMatchObject({
    PORT: 3000,
    PUBLIC_ORIGIN: 'http://localhost:3000',
    DNS_SERVERS: [],
  })
})

test(
  'privacy page and terms date from 2024-12-21 unless the operator sets another date',
  { tags: ['const.last-modified'] },
  () => {
    expect(parseConfig({}).TEXTS_MODIFIED).toBe('2024-12-21')
    expect(parseConfig({ TEXTS_MODIFIED: '2026-02-03' }).TEXTS_MODIFIED).toBe('2026-02-03')
  },
)

test('empty values count as unset', () => {
  expect(problemsOf({ PORT: '', DATABASE_URL: '', CONNECT_TO: '' })).toEqual([])
})

test.each<[string, string]>([
  ['PORT', '65536'],
  ['PORT', 'many'],
  ['PUBLIC_ORIGIN', 'storedawn.example'],
  ['PUBLIC_ORIGIN', 'ftp://storedawn.example'],
  ['PUBLIC_ORIGIN', 'https://storedawn.example/app'],
  ['DATABASE_URL', 'mysql://here/db'],
  ['FILES_URL', 'https://s3.example/files'],
  ['FILES_URL', 's3://s3.example/files'],
  ['ROLES', 'api,boss'],
  ['ROLES', ','],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', '10.0.0.0/8,proxy.internal'],
  ['SUPPORT_EMAIL', 'nobody'],
  ['CT_LOG_LIST_URL', 'file:///etc/passwd'],
  ['DNS_SERVERS', '127.0.0.1:53,dns.example'],
  ['CONNECT_TO', 'nonsense'],
  ['EXTRA_CA_FILE', '/nowhere/ca.pem'],
  ['PROBE_CONTACT', 'somebody'],
  ['PROBE_REQUESTS_PER_SECOND', '0'],
])('%s=%s is refused in one line that names it, before anything starts', (name, value) => {
  const problems = problemsOf({ [name]: value })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(new RegExp(`^${name}(\\.\\d)?: `))
})

test('the key for the bucket may come from the settings that other programs use', () => {
  const aws = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
  expect(problemsOf({ FILES_URL: 's3://s3.example/files', ...aws })).toEqual([])
  expect(problemsOf({ FILES_URL: 's3://s3.example/files', PORT: 'many' })).toHaveLength(2)
})

test('the error names the invalid entry among several resolvers and proxies', () => {
  expect(
    problemsOf({ DNS_SERVERS: '127.0.0.1:5353,[::1]:53,dns.example', TRUST_PROXY: 'loopback,x' }),
  ).toEqual([
    'TRUST_PROXY: x: not an address or range',
    'DNS_SERVERS: dns.example: not an address with an optional port',
  ])
})

test('a file without a certificate is refused as EXTRA_CA_FILE', async () => {
  const file = join(await createTestFolder(), 'ca.pem')
  writeFileSync(file, 'root:x:0:0\n')
  expect(problemsOf({ EXTRA_CA_FILE: file })[0]).toMatch(/^EXTRA_CA_FILE: /)
})
