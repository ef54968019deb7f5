import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createTempFolder } from '#testing/temp-folder.ts'
import { createPictureFiles, type Disk } from './picture-files.ts'

const REQUEST = { size: 'card', url: 'https://shop.example/lamp.png' } as const
const OLD = Buffer.from('the picture as it was')
const NEW = Buffer.from('the picture as it is, and a little longer')
const now = () => new Date('2026-03-10T12:00:00Z')

type Fault = { atCall: number; kind: 'lost' | 'half done' | 'done' }

/** Fails at one call: before it runs, in the middle of it, or after it. */
function createFaultyDisk({ atCall, kind }: Fault): { disk: Disk; callCount: () => number } {
  let count = 0
  const guard =
    <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      count += 1
      if (count !== atCall) return act(...args)
      if (kind === 'done') await act(...args)
      if (kind === 'half done' && act === (writeFile as unknown))
        await writeFile(String(args[0]), NEW.subarray(0, 9))
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
  // Safe: the functions take the same arguments as the originals.
  const disk = {
    mkdir: guard(mkdir),
    writeFile: guard(writeFile),
    rename: guard(rename),
    rm: guard(rm),
  } as Disk
  return { disk, callCount: () => count }
}

const KINDS = ['lost', 'half done', 'done'] as const

test.each(KINDS)(
  'a reader sees the old picture or the new one when any disk call is %s',
  { tags: ['check-73'] },
  async (kind) => {
    const undisturbed = createFaultyDisk({ atCall: 0, kind })
    const folder = await createTempFolder('storedawn-disk-')
    await createPictureFiles(folder, now, undisturbed.disk).write(REQUEST, OLD)
    expect(undisturbed.callCount()).toBeGreaterThan(2)
    for (let atCall = 1; atCall <= undisturbed.callCount(); atCall++) {
      const broken = createFaultyDisk({ atCall, kind })
      const folder = await createTempFolder('storedawn-disk-')
      const files = createPictureFiles(folder, now, broken.disk)
      await createPictureFiles(folder, now).write(REQUEST, OLD)
      await expect(files.write(REQUEST, NEW)).rejects.toThrow('no space left')
      expect([String(OLD), String(NEW)]).toContain(String(await files.read(REQUEST)))
      await files.write(REQUEST, NEW)
      expect(String(await files.read(REQUEST))).toBe(String(NEW))
      const left = await readdir(folder, { recursive: true, withFileTypes: true })
      expect(left.filter((entry) => entry.isFile())).toHaveLength(1)
    }
  },
)
