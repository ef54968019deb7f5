import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '#testing/test-folder.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

async function start(...flags: string[]): Promise<ChildProcess> {
  const folder = await createTestFolder()
  return fork(MAIN, ['--data-dir', folder, '--stores', '10', '--days', '1', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

async function linesUntilReady(child: ChildProcess): Promise<Record<string, unknown>[]> {
  let text = ''
  for await (const part of child.stdout ?? []) {
    text += String(part)
    if (text.includes('"ready"') && text.endsWith('\n')) break
  }
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('it prints progress and then one line with all addresses', async () => {
  const child = await start()
  const lines = await linesUntilReady(child)
  expect(lines[0]).toHaveProperty('progress')
  expect(lines.at(-1)).toMatchObject({
    ready: true,
    logListUrl: 'https://logs.ct-sim.test/log_list.json',
    dns: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    connectTo: expect.stringMatching(/^::443:127\.0\.0\.1:\d+,::80:127\.0\.0\.1:\d+$/),
    control: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  })
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('it exits when its parent disconnects, even while it is still building', async () => {
  const child = await start()
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('an invalid flag stops it with a reason', async () => {
  const child = await start('--old-per-new', '12')
  let reason = ''
  child.stderr?.on('data', (part) => (reason += String(part)))
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(reason).toMatch(/--old-per-new must be between 0 and 9/)
})
