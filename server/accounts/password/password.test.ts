import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, isOutdatedHash, verifyPassword } from './password.ts'

test('every byte of a password counts, even beyond byte 72', { tags: ['check-22'] }, async () => {
  const long = `${'x'.repeat(100)} \u{1f511} e\u0301`
  const passwordHash = await hashPassword(long)
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(passwordHash, long)).toBe(true)
  expect(await verifyPassword(passwordHash, long.slice(0, 72))).toBe(false)
  expect(await verifyPassword(passwordHash, long.normalize('NFC'))).toBe(false)
})

test('a hash of another cost is outdated', async () => {
  expect(isOutdatedHash(await hashPassword('x'))).toBe(false)
  expect(isOutdatedHash(await hash('x', { memoryCost: 8192, timeCost: 1, parallelism: 1 }))).toBe(
    true,
  )
})

test('a missing hash costs about as much time as a wrong password', async () => {
  const passwordHash = await hashPassword('right')
  const take = async (stored: string | null) => {
    const start = performance.now()
    await verifyPassword(stored, 'wrong')
    return performance.now() - start
  }
  // By turns: both then meet the same load of the machine.
  const times: [number, number][] = []
  for (let round = 0; round < 15; round += 1)
    times.push([await take(passwordHash), await take(null)])
  const median = (of: 0 | 1) => times.map((pair) => pair[of]).toSorted((a, b) => a - b)[7] ?? 0
  const [known, unknown] = [median(0), median(1)]
  // Loose, because others use these cores too; without the stand-in the ratio is above a hundred.
  expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(4)
})
