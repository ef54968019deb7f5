import { emptyTables } from '#testing/factories.ts'
import { expect, test } from 'vitest'
import { answer } from '#testing/discovery/log-reader-harness.ts'
import { storeVisit } from '#testing/snapshots.ts'
import { createTestContext } from '#testing/test-context.ts'
import { createCounters } from './counters.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const ctx = sharedByTests(createTestContext)

const totals = async () => {
  const rows = await ctx.db.selectFrom('tallies').selectAll().execute()
  return Object.fromEntries(rows.map(({ name, label, total }) => [`${name} ${label}`, total]))
}

test('the counts of two processes add up, and made-up status codes of a shop share one label', async () => {
  const [one, two] = [createCounters(ctx), createCounters(ctx)]
  for (const tally of [one, two]) {
    tally.countVisit(storeVisit())
    tally.countVisit({ kind: 'retry', afterMs: 0, cause: 'throttled' })
    for (const status of [200, 200, 429, 598, 599]) tally.countAnswer(answer(status))
    tally.countAnswer({ kind: 'failed', url: 'https://shop.example/', cause: 'dns', detail: '' })
  }
  await Promise.all([one.step(), two.step()])
  await one.step()
  expect(await totals()).toEqual({
    'visits store': 2,
    'visits throttled': 2,
    'requests 200': 4,
    'requests 429': 2,
    'requests 5xx': 4,
    'requests failed_dns': 2,
  })
})

test('counts belong to the five minutes in which they were saved', async () => {
  await emptyTables(ctx, 'tally_slots')
  const tally = createCounters(ctx)
  const start = Math.ceil(ctx.now().getTime() / 300_000) * 300_000
  for (const atMs of [start, start + 299_000, start + 300_000]) {
    ctx.clock.advance(atMs - ctx.now().getTime())
    tally.countVisit({ kind: 'never', cause: 'robots' })
    await tally.step()
  }
  const slots = await ctx.db
    .selectFrom('tally_slots')
    .select(['slot', 'total'])
    .orderBy('slot')
    .execute()
  expect(slots).toEqual([
    { slot: new Date(start), total: 2 },
    { slot: new Date(start + 300_000), total: 1 },
  ])
})

test('counts that could not be saved are saved with the next step', async () => {
  await emptyTables(ctx, 'tallies')
  const tally = createCounters(ctx)
  tally.countVisit({ kind: 'never', cause: 'robots' })
  await ctx.db.schema.alterTable('tallies').renameTo('tallies_away').execute()
  await expect(tally.step()).rejects.toThrow(/tallies/)
  await ctx.db.schema.alterTable('tallies_away').renameTo('tallies').execute()
  tally.countVisit({ kind: 'never', cause: 'robots' })
  await tally.step()
  expect(await totals()).toEqual({ 'visits robots': 2 })
})
