import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { enterProductionMode } from './production-mode.ts'

const REPOSITORY = join(import.meta.dirname, '../../..')

/** Runs a module in a separate Node process, with this NODE_ENV. */
async function runModule(
  source: string,
  mode: string,
): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, NODE_ENV: mode }
  const args = ['--input-type=module', '-e', source]
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
      cwd: REPOSITORY,
      env,
    })
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, err: stderr }
  }
}

const LIST_REACT = `
  const { createRequire } = await import('node:module')
  const { enterProductionMode } = await import('#server/platform/process/production-mode.ts')
  enterProductionMode()
  await import('react-dom/server')
  const loaded = Object.keys(createRequire(import.meta.url + '/').cache)
  console.log(loaded.filter((file) => /react(-dom)?-?(server)?[^/]*\\.(production|development)\\.js$/.test(file)).join('\\n'))`

test('a server that starts without NODE_ENV renders with the production build of React', async () => {
  const { out } = await runModule(LIST_REACT, '')
  expect(out).toContain('react-dom-server.node.production.js')
  expect(out).toContain('react.production.js')
  expect(out).not.toContain('development')
})

test('a server that is started in development mode refuses and says what to change', async () => {
  const { code, out, err } = await runModule(
    `await import('./server/main.ts').then(({ runUntilSignal, runServer }) => runUntilSignal(() => runServer({ config: {} })))`,
    'development',
  )
  expect([code, out]).toEqual([1, ''])
  expect(err).toBe(
    'configuration:\n  - NODE_ENV is "development": the server renders pages in production mode only. Unset NODE_ENV or set it to "production".\n',
  )
})

test('child processes inherit the mode, and glibc returns memory unless the operator chose other settings', () => {
  const unset: Record<string, string | undefined> = {}
  enterProductionMode(unset)
  expect(unset).toMatchObject({
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
  })
  const chosen = { MALLOC_ARENA_MAX: '8' }
  enterProductionMode(chosen)
  expect(chosen.MALLOC_ARENA_MAX).toBe('8')
})
