import path from 'node:path'
import { expect, test } from 'vitest'
import { storedawn } from '#testing/run-storedawn.ts'
import { createTestContext } from '#testing/test-context.ts'

test('a database refuses another secret until it is reset, and then takes the new one only', async () => {
  await using ctx = await createTestContext()
  const { DATABASE_URL = '', DATA_DIR } = ctx.config
  await ctx.db.deleteFrom('system_state').where('key', '=', 'app_secret').execute()
  const settings = { DATABASE_URL, DATA_DIR: path.resolve(DATA_DIR) }
  const [old, fresh] = ['o', 'f'].map((letter) => ({ ...settings, APP_SECRET: letter.repeat(40) }))
  const start = (env = settings) => storedawn(['operator', '--list'], env)

  expect(await start(old)).toMatchObject({ code: 0 })
  expect(await start(fresh)).toMatchObject({
    code: 1,
    err: expect.stringContaining('bin/storedawn reset-secret'),
  })
  expect(await storedawn(['reset-secret'], settings)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--yes'),
  })
  expect(await start(fresh)).toMatchObject({ code: 1 })
  expect(await storedawn(['reset-secret', '--yes'], settings)).toMatchObject({
    code: 0,
    out: 'the database no longer expects the old secret; the next start takes the new one\n',
  })
  expect(await start(fresh)).toMatchObject({ code: 0 })
  expect(await start(old)).toMatchObject({ code: 1 })
  const events = ctx.db.selectFrom('audit_events').select('kind').where('kind', '=', 'secret.reset')
  expect(await events.execute()).toHaveLength(1)
})

test('a database without a secret is left as it is', async () => {
  await using ctx = await createTestContext()
  const { DATABASE_URL = '', DATA_DIR } = ctx.config
  await ctx.db.deleteFrom('system_state').where('key', '=', 'app_secret').execute()
  const settings = { DATABASE_URL, DATA_DIR: path.resolve(DATA_DIR) }
  expect(await storedawn(['reset-secret', '--yes'], settings)).toMatchObject({
    code: 0,
    out: expect.stringContaining('expects no secret'),
  })
})
