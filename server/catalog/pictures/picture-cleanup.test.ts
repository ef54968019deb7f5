import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { trimPictureFiles } from './picture-cleanup.ts'
import { createPictureFiles } from './picture-files.ts'

const HOUR_MS = 60 * 60 * 1000
const clock = createFakeClock()
let folder: string
beforeEach(async () => {
  folder = await createTempFolder('storedawn-pictures-')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const trim = (maxBytes: number) => trimPictureFiles({ folder, maxBytes, now: clock.now })

async function keepFile(name: string, bytes: number, hoursAgo: number): Promise<void> {
  const file = join(folder, name)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, Buffer.alloc(bytes))
  const usedAt = new Date(clock.now().getTime() - hoursAgo * HOUR_MS)
  await utimes(file, usedAt, usedAt)
}

async function keptFiles(): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted()
}

test('least recently used files are deleted first, and only until the rest fits', async () => {
  await keepFile('aa/oldest.webp', 400, 9)
  await keepFile('bb/old.webp', 400, 5)
  await keepFile('aa/young.webp', 400, 2)
  await trim(1_200)
  expect(await keptFiles()).toEqual(['old.webp', 'oldest.webp', 'young.webp'])
  await trim(1_199)
  expect(await keptFiles()).toEqual(['old.webp', 'young.webp'])
  await trim(100)
  expect(await keptFiles()).toEqual([])
})

test('partial files of a killed process are deleted, files still being written stay', async () => {
  await keepFile('aa/left.webp.1.part', 10, 3)
  await keepFile('aa/under-way.webp.2.part', 10, 0)
  await trim(1_000)
  expect(await keptFiles()).toEqual(['under-way.webp.2.part'])
})

test('reading a picture protects it from deletion', async () => {
  const files = createPictureFiles(folder, clock.now)
  const request = { size: 'card', url: 'https://shop.example/a.png' } as const
  await files.write(request, Buffer.alloc(400))
  const [name = ''] = await readdir(folder)
  const [file = ''] = await readdir(join(folder, name))
  await keepFile(join(name, file), 400, 48)
  await keepFile('zz/other.webp', 400, 24)
  expect(await files.read(request)).toHaveLength(400)
  await trim(500)
  expect(await files.read(request)).toHaveLength(400)
  expect(await keptFiles()).toEqual([file])
})

test('a missing folder is not an error', async () => {
  await rm(folder, { recursive: true })
  await expect(trim(1_000)).resolves.toBeUndefined()
})
