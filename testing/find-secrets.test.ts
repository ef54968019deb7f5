import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newToken } from '#server/platform/secrets/opaque-token.ts'
import { findSecrets } from './find-secrets.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const letters = (count: number) =>
  randomBytes(count)
    .toString('hex')
    .toUpperCase()
    .replaceAll(/[0189]/g, 'Q')
    .slice(0, count)
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  [
    'a private key',
    () =>
      generateKeyPairSync('ed25519', {
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      }).privateKey,
  ],
  ['a key of a cloud', () => `AKIA${letters(16)}`],
  ['a token of a forge', () => `ghp_${letters(36)}`],
  ['a key for payments', () => `sk_${'live'}_${letters(24)}`],
  ['a token of a chat', () => `xoxb-${letters(12)}-${letters(12)}`],
  [
    'a session',
    () =>
      `${part({ alg: 'HS256', typ: 'x' })}.${part({ iss: 'storedawn', jti: 1 })}.${randomBytes(32).toString('base64url')}`,
  ],
  ['a password in an address', () => `postgres://app:${letters(12)}@db.example/app`],
  ['the secret of a bucket in an address', () => `s3://key:${letters(12)}@s3.example/files`],
  ['a link of our mails', () => newToken('sdm_')],
  ['the address of a feed', () => newToken('sdf_')],
])(
  '%s is found in any position and not repeated in the report',
  { tags: ['check-98'] },
  (_what, make) => {
    const secret = make()
    const [found = '', ...others] = findSecrets(`before "${secret}" after`)
    expect(found).toMatch(/^.+: .+…$/)
    expect(others).toEqual([])
    expect(found).not.toContain(secret.slice(0, 20))
  },
)

test(
  'a string that resembles our link but has a wrong checksum is not a secret',
  { tags: ['check-98'] },
  () => {
    const secret = newToken('sdm_')
    expect(findSecrets(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).toEqual([])
  },
)

test('no tracked file holds a secret', { tags: ['check-98'] }, () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    findSecrets(readIfThere(file)).map((secret) => `${file}: ${secret}`),
  )
  expect(found).toEqual([])
})

/** A file may be gone from the folder and not yet from the index. */
function readIfThere(file: string): string {
  try {
    return readFileSync(path.join(ROOT, file), 'latin1')
  } catch {
    return ''
  }
}
