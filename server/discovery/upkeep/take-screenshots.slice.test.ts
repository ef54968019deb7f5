import type { StoreId } from '#contracts/ids.ts'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ProbeVisit } from '#discovery/probe/visit.ts'
import type { Answer } from '#discovery/probe/visit-state.ts'
import { SCREENSHOTS_FOLDER, screenshotUrlOf } from '#server/catalog/pictures/picture-files.ts'
import { createPictures, fetchNoPicture } from '#server/catalog/pictures/picture-proxy.ts'
import { listFolder } from '#server/platform/files/file-store.ts'
import { visitsIn } from '#testing/discovery/discovery-harness.ts'
import { emptyTables, insertStore, insertStores } from '#testing/factories.ts'
import { findChromium } from '#testing/find-chromium.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'
import { createScreenshotStage } from './take-screenshots.ts'

const chromium = findChromium()
if (!chromium)
  process.stdout.write('notice: skipped, because no Chromium was found: screenshots of stores\n')

const HOME = '<!doctype html><title>Shop</title><body style="background: navy"><h1>Shop</h1>'
const DAY_MS = 24 * 60 * 60 * 1000

function createShops(hosts: string[]) {
  const visited: string[] = []
  let visiting = async () => {}
  const startVisit = (host: string): ProbeVisit => ({
    getIfChanged: async () => ({ kind: 'forbidden' }),
    isRedirectedByPlatform: () => false,
    host: () => host,
    pages: () => [],
    async get(path): Promise<Answer> {
      visited.push(`${host}${path}`)
      await visiting()
      if (!hosts.includes(host)) return { kind: 'forbidden' }
      const page = {
        url: `https://${host}${path}`,
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: Buffer.from(HOME),
        fetchedAt: new Date().toISOString(),
      }
      return { kind: 'page', page }
    },
  })
  const onVisit = (act: () => Promise<void>) => (visiting = act)
  return { outside: { startVisit }, visited, onVisit }
}

async function openStage(hosts: string[]) {
  const ctx = await createTestContext({
    config: {
      DATA_DIR: await createTempFolder('storedawn-shots-'),
      SCREENSHOTS: 'auto',
      CHROMIUM_PATH: chromium ?? '',
      SCREENSHOT_EVERY_MS: 7,
    },
  })
  const shops = createShops(hosts)
  const stage = createScreenshotStage(ctx, shops.outside, new AbortController().signal)
  onTestFinished(async () => {
    await stage[Symbol.asyncDispose]()
    await ctx[Symbol.asyncDispose]()
  })
  return { ctx, ...shops, stage }
}

const readShot = async (ctx: TestContext, id: StoreId) =>
  ctx.db
    .selectFrom('stores')
    .select(['id', 'screenshot_at', 'screenshot_due_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe.skipIf(!chromium)('screenshots', () => {
  test(
    'of new, open stores are taken latest first, stored and served, once per store',
    { tags: ['store-details.image-type'] },
    async () => {
      const { ctx, visited, stage } = await openStage(['late.example', 'early.example'])
      const [early, late] = await insertStores(ctx.db, [
        { domain: 'early.example', found_at: '2026-03-01T10:00:00Z' },
        { domain: 'late.example', found_at: '2026-03-08T10:00:00Z' },
        { domain: 'old.example', launch_status: 'established' },
        { domain: 'closed.example', status: 'PASSWORD_PROTECTED' },
      ])
      expect(await stage.step()).toBe(7)
      expect((await readShot(ctx, early)).screenshot_at).toBeNull()
      await stage.step()
      await stage.step()
      expect(visited).toEqual(['late.example/', 'early.example/'])
      const url = screenshotUrlOf(await readShot(ctx, late)) ?? ''
      const pictures = createPictures({ ...ctx, fetchPicture: fetchNoPicture })
      const served = await pictures.get({ size: 'full', url })
      if (served.kind !== 'picture') throw new Error('not served')
      expect(await sharp(served.bytes).metadata()).toMatchObject({
        format: 'webp',
        width: 1200,
        height: 750,
      })
      expect((await sharp(served.bytes).stats()).dominant.b).toBeGreaterThan(100)
      expect(await pictures.get({ size: 'full', url: `${url}9` })).toEqual({ kind: 'unavailable' })
    },
  )

  test('of pages forbidden by robots.txt are retried after a day and given up after two weeks', async () => {
    const { ctx, visited, stage } = await openStage([])
    const id = await insertStore(ctx.db, { domain: 'shy.example', found_at: ctx.now() })
    await stage.step()
    await stage.step()
    expect(visited).toHaveLength(1)
    const dueAt = new Date(ctx.now().getTime() + DAY_MS)
    expect(await readShot(ctx, id)).toMatchObject({ screenshot_at: null, screenshot_due_at: dueAt })
    ctx.clock.advance(15 * DAY_MS)
    await stage.step()
    expect(await readShot(ctx, id)).toMatchObject({ screenshot_at: null, screenshot_due_at: null })
  })

  test('of a store erased during the visit leave no file behind', async () => {
    const { ctx, stage, onVisit } = await openStage(['gone.example'])
    await insertStore(ctx.db, { domain: 'gone.example' })
    onVisit(async () => await emptyTables(ctx, 'stores'))
    await stage.step()
    expect(await listFolder(ctx.files, SCREENSHOTS_FOLDER)).toEqual([])
  })

  test('that cannot be stored are retried a day later, not at once', async () => {
    const { ctx, visited, stage } = await openStage(['shop.example'])
    const id = await insertStore(ctx.db, { domain: 'shop.example', found_at: ctx.now() })
    vi.spyOn(ctx.files, 'write').mockRejectedValue(new Error('no space left on device'))
    ctx.testLog.expectError('screenshot.not_kept')
    await stage.step()
    await stage.step()
    expect(visited).toHaveLength(1)
    const dueAt = new Date(ctx.now().getTime() + DAY_MS)
    expect(await readShot(ctx, id)).toMatchObject({ screenshot_at: null, screenshot_due_at: dueAt })
  })

  test('wait until every host has had its first visit', async () => {
    const { ctx, visited, stage } = await openStage(['shop.example'])
    await insertStore(ctx.db, { domain: 'shop.example' })
    await visitsIn(ctx).reveal('first.example')
    await stage.step()
    expect(visited).toEqual([])
  })
})

test('without a browser no screenshots are taken, and no shop is visited for one', async () => {
  const ctx = await createTestContext({
    config: { SCREENSHOTS: 'auto', CHROMIUM_PATH: '/nonexistent' },
  })
  await using _ = ctx
  const { outside, visited } = createShops(['shop.example'])
  await using stage = createScreenshotStage(ctx, outside, new AbortController().signal)
  const id = await insertStore(ctx.db, { domain: 'shop.example' })
  expect(await stage.step()).toBeGreaterThan(60_000)
  expect(visited).toEqual([])
  expect((await readShot(ctx, id)).screenshot_at).toBeNull()
})
