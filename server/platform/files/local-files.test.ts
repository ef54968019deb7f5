import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createTestFolder } from '#testing/test-folder.ts'
import { createLocalFiles, type Disk } from './local-files.ts'

const NAME = 'pictures/aa/lamp.webp'
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
    await createLocalFiles(await createTestFolder(), now, undisturbed.disk).write(NAME, OLD)
    expect(undisturbed.callCount()).toBeGreaterThan(2)
    for (let atCall = 1; atCall <= undisturbed.callCount(); atCall++) {
      const broken = createFaultyDisk({ atCall, kind })
      const folder = await createTestFolder()
      const files = createLocalFiles(folder, now, broken.disk)
      await createLocalFiles(folder, now).write(NAME, OLD)
      await expect(files.write(NAME, NEW)).rejects.toThrow('no space left')
      expect([String(OLD), String(NEW)]).toContain(String(await files.read(NAME)))
      await files.write(NAME, NEW)
      expect(String(await files.read(NAME))).toBe(String(NEW))
      const left = await readdir(folder, { recursive: true, withFileTypes: true })
      expect(left.filter((entry) => entry.isFile())).toHaveLength(1)
    }
  },
)
