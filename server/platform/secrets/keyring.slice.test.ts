import { createHmac } from 'node:crypto'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import { createSessions, signSessionToken } from '#server/platform/session/sessions.ts'
import { emptyTables, insertUser } from '#testing/factories.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { createTestContext } from '#testing/test-context.ts'
import { createTestLog } from '#testing/test-log.ts'
import { openKeyring, readAppSecrets } from './keyring.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const [FIRST, SECOND] = ['first'.repeat(8), 'second'.repeat(8)]

const ctx = sharedByTests(createTestContext)
beforeEach(async () => {
  await emptyTables(ctx, 'system_state')
})

async function startWith(secret: string, previous: string[] = []) {
  const config = { ...ctx.config, APP_SECRET: secret, APP_SECRET_PREVIOUS: previous }
  const keyring = await openKeyring({ ...ctx, config })
  return { keyring, sessions: createSessions({ ...ctx, keyring }) }
}

async function newSession() {
  const { userId } = await insertUser(ctx)
  return { userId, rememberMe: true, userAgent: null, network: null }
}

describe('the secret in DATA_DIR', () => {
  async function inFolder() {
    const DATA_DIR = await createTempFolder('storedawn-secret-')
    return { config: { ...ctx.config, DATA_DIR }, file: join(DATA_DIR, 'app-secret') }
  }
  const { log } = createTestLog()

  test('is created once by processes that start together, and only its owner can read it', async () => {
    const { config, file } = await inFolder()
    const read = await Promise.all(
      Array.from({ length: 20 }, () => readAppSecrets({ config, log })),
    )
    expect(new Set(read.map(({ current }) => current)).size).toBe(1)
    expect(await readdir(config.DATA_DIR)).toEqual(['app-secret'])
    const { mode } = await stat(file)
    expect(mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toMatch(/^[\w-]{43}\n$/)
  })

  test('is replaced by adding a line above it, and the old one stays accepted', async () => {
    const { config, file } = await inFolder()
    await writeFile(file, `${SECOND}\n${FIRST}\n`, { mode: 0o600 })
    expect(await readAppSecrets({ config, log })).toEqual({ current: SECOND, previous: [FIRST] })
  })

  test('that is too short stops the start', async () => {
    const { config, file } = await inFolder()
    await writeFile(file, 'short\n', { mode: 0o600 })
    await expect(readAppSecrets({ config, log })).rejects.toThrow(/app-secret is damaged/)
  })

  test('that others can read causes a warning', async () => {
    const { config, file } = await inFolder()
    await writeFile(file, `${FIRST}\n`)
    await chmod(file, 0o644)
    const noisy = createTestLog()
    await readAppSecrets({ config, log: noisy.log })
    expect(noisy.entries.map(({ event }) => event)).toContain('secret.readable')
  })
})

test('a process whose secret does not match the database refuses to start and says what to do', async () => {
  await startWith(FIRST)
  await startWith(FIRST)
  await expect(startWith(SECOND)).rejects.toThrow(/this database was used with another secret/)
})

test('sessions survive a change of the secret, and end once the old one is removed', async () => {
  const before = await startWith(FIRST)
  const { token } = await before.sessions.open(ctx.db, await newSession())
  const changed = await startWith(SECOND, [FIRST])
  expect((await changed.sessions.find(token)).role).toBe('GUEST')
  const { token: fresh } = await changed.sessions.open(ctx.db, await newSession())
  const after = await startWith(SECOND)
  expect((await after.sessions.find(fresh)).role).toBe('GUEST')
  await expect(after.sessions.find(token)).rejects.toMatchObject({
    code: 'authentication_required',
  })
})

test('a copy of the database opens no session: it holds neither token secrets nor signing keys', async () => {
  const { sessions, keyring } = await startWith(FIRST)
  const { token, sessionId } = await sessions.open(ctx.db, await newSession())
  const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(sessions)::text as row from sessions union all
    select to_jsonb(system_state)::text from system_state`.execute(ctx.db)
  const copy = rows.map(({ row }) => row).join('\n')
  expect(copy).toContain(sessionId)
  for (const secret of [
    jti,
    token,
    FIRST,
    Buffer.from(keyring.current('session')).toString('base64url'),
  ])
    expect(copy).not.toContain(secret)
  const forged = await signSessionToken(
    { keys: [keyring.current('session')], now: ctx.now },
    sessionId,
    new Date(ctx.now().getTime() + DAY_MS),
  )
  await expect(sessions.find(forged)).rejects.toMatchObject({ code: 'session_expired' })
})

test('each purpose has a separate key', async () => {
  const { keyring } = await startWith(FIRST)
  const keys = (['session', 'picture', 'identity', 'unsubscribe'] as const).map((purpose) =>
    createHmac('sha256', keyring.current(purpose)).digest('hex'),
  )
  expect(new Set(keys).size).toBe(4)
})
