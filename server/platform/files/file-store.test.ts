import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contracts/dates.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { type S3Server, startS3Server } from '#testing/s3-server.ts'
import { inNewFolder } from '#testing/test-files.ts'
import { createTestFolder } from '#testing/test-folder.ts'
import { assertFileName, type FileStore, listFolder, trimFolder } from './file-store.ts'
import { createLocalFiles } from './local-files.ts'
import { parseS3Address } from './s3-address.ts'
import { createS3Files } from './s3-files.ts'

const clock = createFakeClock()
/** Short pages, so that a few files already need several. */
const s3: S3Server = await startS3Server({ pageSize: 2 })
afterAll(() => s3[Symbol.asyncDispose]())

const { TEST_FILES_URL } = process.env
if (!TEST_FILES_URL)
  process.stdout.write('notice: TEST_FILES_URL names no bucket of another S3 server\n')

const stores: [string, () => Promise<[FileStore, FileStore]>][] = [
  [
    'a local folder',
    async () => {
      const folder = await createTestFolder()
      return [createLocalFiles(folder, clock.now), createLocalFiles(folder, clock.now)]
    },
  ],
  ['a bucket', async () => openTwice(s3.newFilesUrl())],
  ...(TEST_FILES_URL
    ? [['a bucket of another server', async () => openTwice(inNewFolder(TEST_FILES_URL))]]
    : []),
] as never

function openTwice(filesUrl: string): [FileStore, FileStore] {
  const address = parseS3Address(filesUrl)
  return [createS3Files(address), createS3Files(address)]
}

const text = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString())

const namesIn = async (files: FileStore, folder: string): Promise<string[]> =>
  (await listFolder(files, folder)).map(({ name }) => name).toSorted()

describe.each(stores)('in %s', (_where, open) => {
  test('a file that one process writes is read, replaced and removed by another at once', async () => {
    const [one, other] = await open()
    expect(await one.read('pictures/aa/lamp.webp')).toBeNull()
    for (const content of ['first', 'second, and longer', '']) {
      await one.write('pictures/aa/lamp.webp', Buffer.from(content))
      expect(text(await other.read('pictures/aa/lamp.webp'))).toBe(content)
    }
    await other.remove(['pictures/aa/lamp.webp'])
    expect(await one.read('pictures/aa/lamp.webp')).toBeNull()
  })

  test('removing files that do not exist does nothing', async () => {
    const [files] = await open()
    await files.write('photos/kept', Buffer.from('x'))
    await files.remove(['photos/other', 'photos/none/of/these'])
    await files.remove([])
    expect(await namesIn(files, 'photos')).toEqual(['photos/kept'])
  })

  test('a folder lists its files and no others, with their sizes', async () => {
    const [files] = await open()
    const names = ['a', 'aa/b', 'aa/c', 'ab/d', 'z_-9.webp'].map((name) => `pictures/${name}`)
    for (const name of [...names, 'picture/no', 'pictures-2/no', 'screenshots/no'])
      await files.write(name, Buffer.alloc(name.length))
    const listed = await listFolder(files, 'pictures')
    expect(listed.map(({ name }) => name).toSorted()).toEqual(names)
    for (const { name, bytes, isUnfinished } of listed)
      expect([bytes, isUnfinished]).toEqual([name.length, false])
    expect(await namesIn(files, 'nothing')).toEqual([])
  })

  test('bytes come back unchanged', async () => {
    const [files] = await open()
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 256))
    await files.write('photos/bytes', bytes)
    expect(bytes.equals((await files.read('photos/bytes')) ?? Buffer.alloc(0))).toBe(true)
  })

  test('readers see one whole version of a file that is being replaced', async () => {
    const [one, other] = await open()
    const versions = Array.from({ length: 8 }, (_, at) => Buffer.alloc(50_000 + at, at))
    await one.write('photos/busy', Buffer.alloc(50_000))
    const writing = Promise.all(versions.map((bytes) => one.write('photos/busy', bytes)))
    for (let round = 0; round < 20; round++) {
      const read = (await other.read('photos/busy')) ?? Buffer.alloc(1)
      expect(new Set(read)).toEqual(new Set([read.length - 50_000]))
    }
    await writing
  })

  test('a folder is trimmed until the rest fits', async () => {
    const [files] = await open()
    for (const name of ['one', 'two', 'three'])
      await files.write(`pictures/${name}`, Buffer.alloc(400))
    const trim = (maxBytes: number) =>
      trimFolder(files, { folder: 'pictures', maxBytes, now: clock.now })
    for (const [maxBytes, left] of [
      [1_200, 3],
      [1_199, 2],
      [100, 0],
      [100, 0],
    ] as const) {
      await trim(maxBytes)
      expect(await namesIn(files, 'pictures')).toHaveLength(left)
    }
  })

  test.each([
    '',
    'pictures',
    '/etc/passwd',
    '../x',
    'pictures/../../x',
    'pictures//x',
    'pictures/.x',
    'p/a b',
    'p/é',
    'p/a?b',
  ])('nothing is called %j', async (name) => {
    const [files] = await open()
    expect(() => assertFileName(name)).toThrow('not a file name')
    await expect(async () => files.read(name)).rejects.toThrow('not a file name')
    await expect(async () => files.write(name, Buffer.alloc(1))).rejects.toThrow('not a file name')
    await expect(async () => files.remove([name])).rejects.toThrow('not a file name')
  })
})

describe('trimming', () => {
  async function openFolder() {
    const folder = await createTestFolder()
    const files = createLocalFiles(folder, clock.now)
    const trim = (maxBytes: number) =>
      trimFolder(files, { folder: 'pictures', maxBytes, now: clock.now })
    async function keep(name: string, bytes: number, hoursAgo: number): Promise<void> {
      const file = path.join(folder, 'pictures', name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, Buffer.alloc(bytes))
      const usedAt = new Date(clock.now().getTime() - hoursAgo * HOUR_MS)
      await utimes(file, usedAt, usedAt)
    }
    return { folder, files, trim, keep }
  }

  test('starts with the least recently used files', async () => {
    const { files, trim, keep } = await openFolder()
    await keep('aa/oldest.webp', 400, 9)
    await keep('bb/old.webp', 400, 5)
    await keep('aa/young.webp', 400, 2)
    await trim(1_199)
    expect(await namesIn(files, 'pictures')).toEqual([
      'pictures/aa/young.webp',
      'pictures/bb/old.webp',
    ])
  })

  test('deletes partial files of a killed process, and leaves files still being written', async () => {
    const { files, trim, keep } = await openFolder()
    await keep('aa/left.webp.1.part', 10, 3)
    await keep('aa/under-way.webp.2.part', 10, 0)
    await trim(1_000)
    expect(await namesIn(files, 'pictures')).toEqual(['pictures/aa/under-way.webp.2.part'])
  })

  test('spares a file that was read', async () => {
    const { files, trim, keep } = await openFolder()
    await keep('aa/read.webp', 400, 48)
    await keep('zz/other.webp', 400, 24)
    expect(await files.read('pictures/aa/read.webp')).toHaveLength(400)
    await trim(500)
    expect(await namesIn(files, 'pictures')).toEqual(['pictures/aa/read.webp'])
  })

  test('leaves files that others put there, and does not mind a missing folder', async () => {
    const { folder, trim, keep } = await openFolder()
    await expect(trim(0)).resolves.toBeUndefined()
    await keep('.DS_Store', 10, 99)
    await trim(0)
    await rm(path.join(folder, 'pictures/.DS_Store'))
  })
})
