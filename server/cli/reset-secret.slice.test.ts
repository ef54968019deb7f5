import { beforeEach, expect, test } from 'vitest'
import { settingsOf, storedawn } from '#testing/run-storedawn.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { createTestContext } from '#testing/test-context.ts'

const ctx = sharedByTests(createTestContext)
beforeEach(() => ctx.db.deleteFrom('system_state').where('key', '=', 'app_secret').execute())

test('a database refuses another secret until it is reset, and then takes the new one only', async () => {
  const settings = settingsOf(ctx)
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
  expect(await storedawn(['reset-secret', '--yes'], settingsOf(ctx))).toMatchObject({
    code: 0,
    out: expect.stringContaining('expects no secret'),
  })
})
