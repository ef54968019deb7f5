import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTestFolder } from '#testing/test-folder.ts'

/** Refuses every byte as a full disk does. */
const FULL = '/dev/full'
const LINE = `${JSON.stringify({ msg: 'a line' })}\n`

describe.skipIf(!existsSync(FULL))('a log on a full disk', () => {
  test(
    'does not block writers; with room again it reports how many lines are missing, and continues',
    { tags: ['check-75'] },
    async () => {
      const file = join(await createTestFolder(), 'log')
      // In a process of its own, where no thread opens another file while the number of the output
      // is free.
      const script = `
        const { closeSync, openSync } = await import('node:fs')
        const { openLogOutput } = await import('#server/platform/log.ts')
        const fd = openSync('${FULL}', 'w')
        const output = openLogOutput(fd)
        for (let line = 0; line < 5; line++) output.write(${JSON.stringify(LINE)})
        closeSync(fd)
        if (openSync(${JSON.stringify(file)}, 'a') !== fd) process.exit(4)
        output.write(${JSON.stringify(LINE)})`
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: 'inherit',
      })
      expect(await once(child, 'exit')).toEqual([0, null])
      const [gap = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
      expect(JSON.parse(gap)).toMatchObject({ event: 'log.gap', droppedLines: 5 })
      expect(lines).toEqual([LINE.trimEnd()])
    },
  )

  test('does not keep a process from ending', { tags: ['check-75'] }, async () => {
    const fd = openSync(FULL, 'w')
    const script = `
      const { createLog } = await import('#server/platform/log.ts')
      createLog({ LOG_LEVEL: 'info' }).info('a line')
      setTimeout(() => process.exit(3), 20)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', fd, fd],
    })
    expect(await once(child, 'exit')).toEqual([3, null])
    closeSync(fd)
  })
})
