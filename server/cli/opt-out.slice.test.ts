import { expect, test } from 'vitest'
import { insertStore } from '#testing/factories.ts'
import { settingsOf, storedawn } from '#testing/run-storedawn.ts'
import { createTestContext } from '#testing/test-context.ts'

test('the command excludes a domain, erases its stores and no others, and leaves a trace in the audit log', async () => {
  await using ctx = await createTestContext()
  const kept = await insertStore(ctx.db, { domain: 'kept.example' })
  await insertStore(ctx.db, { domain: 'gone.example' })

  const args = ['opt-out', '--domain', 'https://Gone.example/about']
  expect(await storedawn(args, settingsOf(ctx))).toMatchObject({
    code: 0,
    out: 'gone.example is excluded from now on; stores erased: 1\n',
  })
  expect(await ctx.db.selectFrom('stores').select('id').execute()).toEqual([{ id: kept }])
  const events = await ctx.db.selectFrom('audit_events').select(['kind', 'detail']).execute()
  expect(events).toEqual([
    { kind: 'opt_out.confirmed', detail: { domain: 'gone.example', method: 'operator' } },
  ])
})

test('the command refuses a text that is not a domain, and says so in one sentence', async () => {
  expect(await storedawn(['opt-out', '--domain', 'co.uk'])).toMatchObject({
    code: 2,
    err: 'storedawn opt-out: co.uk is not a domain that anyone can own. See storedawn opt-out --help\n',
  })
  expect(await storedawn(['opt-out'])).toMatchObject({ code: 2 })
})
