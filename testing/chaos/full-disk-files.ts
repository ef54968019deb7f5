import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createPictureFiles, PICTURES_FOLDER } from '#server/catalog/pictures/picture-files.ts'
import { createLocalFiles } from '#server/platform/files/local-files.ts'
import type { SmallDisk } from './small-disk.ts'

const PICTURES = 40
const BYTES = 200 * 1024
const LEAVE_BYTES = 3 * 1024 ** 2

/**
 * Writes pictures until the disk is full: each must be complete or absent, existing ones must stay,
 * and no other file may remain.
 */
export async function keepPicturesOnFullDisk(
  disk: SmallDisk,
): Promise<{ line: string; broken: string[] }> {
  const folder = join(disk.folder, PICTURES_FOLDER)
  const local = createLocalFiles(disk.folder, () => new Date())
  const files = createPictureFiles({ files: local }, PICTURES_FOLDER)
  const pictureOf = (number: number, version: number) => Buffer.alloc(BYTES, number * 7 + version)
  const requestOf = (number: number) =>
    ({ size: 'card', url: `https://shop.example/${number}.png` }) as const
  const kept = new Map<number, Buffer>()
  let refused = 0
  disk.fill(LEAVE_BYTES)
  for (const version of [1, 2])
    for (let number = 0; number < PICTURES; number++) {
      const bytes = pictureOf(number, version)
      await files.write(requestOf(number), bytes).then(
        () => kept.set(number, bytes),
        () => (refused += 1),
      )
    }
  const broken: string[] = []
  for (let number = 0; number < PICTURES; number++) {
    const read = await files.read(requestOf(number))
    const expected = kept.get(number)
    if (!(expected ? read && expected.equals(read) : read === null))
      broken.push(`picture ${number} is not what was kept`)
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const count = entries.filter((entry) => entry.isFile()).length
  if (count !== kept.size) broken.push(`${count} files for ${kept.size} pictures`)
  if (refused === 0 || kept.size === 0) broken.push('the disk was not full in the middle of it')
  disk.free()
  return { line: `pictures: ${kept.size} kept whole, ${refused} refused, ${count} files`, broken }
}
