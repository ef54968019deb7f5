import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadPhoto } from '#contracts/accounts/users.ts'
import { createApp } from '#server/app.ts'
import { screenshotUrlOf } from '#server/catalog/pictures/picture-files.ts'
import { createPictureAddresses } from '#server/catalog/pictures/picture-addresses.ts'
import { pngOf } from '#testing/test-pictures.ts'
import { createScreenshotFiles, saveScreenshot } from '#server/catalog/api.ts'
import { createContext, type ServerContext } from '#server/create-context.ts'
import { createExportCalls } from '#testing/export-calls.ts'
import { insertStore } from '#testing/factories.ts'
import { formOf } from '#testing/form-of.ts'
import { codeOf, startTestApp, type TestApp } from '#testing/test-app.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { sharedS3Server } from '#testing/test-files.ts'

let one: TestApp
let other: Awaited<ReturnType<typeof createApp>>
let otherContext: ServerContext
let asked: string[]

beforeAll(async () => {
  const picture = await pngOf(20, 20)
  const parts = {
    maxEventLoopDelayMs: 0,
    fetchPicture: async ({ url }: { url: string }) => {
      asked.push(url)
      return { kind: 'response' as const, status: 200, body: picture }
    },
  }
  const config = {
    APP_SECRET: 'the same secret on both of the machines',
    FILES_URL: (await sharedS3Server()).newFilesUrl(),
  }
  one = await startTestApp({ ...parts, config })
  otherContext = await createContext(
    { ...one.ctx.config, DATA_DIR: await createTempFolder('storedawn-other-machine-') },
    { log: one.ctx.log, now: one.ctx.now },
  )
  other = await createApp(otherContext, parts)
})
afterAll(async () => {
  await other.close()
  await otherContext[Symbol.asyncDispose]()
  await one[Symbol.asyncDispose]()
})

test('a photo that one machine takes is served by the other at once, and gone there at once', async () => {
  const { send } = await one.newAccount()
  const url = uploadPhoto.path
  const upload = await send({ method: 'POST', url, ...(await formOf(await pngOf(20, 20))) })
  const { pictureUrl } = upload.json()
  const served = await other.inject({ url: pictureUrl })
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp'])
  await send({ method: 'DELETE', url })
  expect((await other.inject({ url: pictureUrl })).statusCode).toBe(404)
})

test('a picture that one machine fetched is served by the other without fetching it again', async () => {
  asked = []
  const path = createPictureAddresses(one.ctx).of('https://shop.example/lamp.png', 'card') ?? ''
  const first = await one.anonymous(path)
  const second = await other.inject({ url: path })
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(second.rawPayload).toEqual(first.rawPayload)
  expect(asked).toHaveLength(1)
})

test('a screenshot that a worker took on one machine is served by the other', async () => {
  const screenshot_at = one.ctx.now()
  const id = await insertStore(one.ctx.db, { domain: 'shop.example', screenshot_at })
  const bytes = await pngOf(1280, 800)
  await saveScreenshot(createScreenshotFiles(one.ctx), {
    storeId: id,
    takenAt: screenshot_at,
    bytes,
  })
  const address =
    createPictureAddresses(one.ctx).of(screenshotUrlOf({ id, screenshot_at }), 'full') ?? ''
  expect((await other.inject({ url: address })).statusCode).toBe(200)
})

test('an export that one machine prepared is downloaded from the other', async () => {
  const { urlOf, someone } = createExportCalls(() => one)
  const { send } = await someone('PLUS_USER')
  await insertStore(one.ctx.db, { name: 'Lamps' })
  const file = await other.inject({ url: await urlOf(send) })
  expect(file.statusCode).toBe(200)
  expect(file.body).toContain('Lamps')
})

test('while the bucket does not answer, its files answer 503 and everything else works', async () => {
  const s3 = await sharedS3Server()
  const path = createPictureAddresses(one.ctx).of('https://shop.example/other.png', 'card') ?? ''
  s3.fail({ status: 503, code: 'SlowDown' })
  try {
    const answer = await one.anonymous(path)
    expect(codeOf(answer)).toEqual([503, 'overloaded'])
    expect(answer.headers['retry-after']).toBeDefined()
    expect((await one.anonymous('/api/public/stats')).statusCode).toBe(200)
  } finally {
    s3.fail(null)
  }
  expect((await one.anonymous(path)).statusCode).toBe(200)
})
