import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const started: ChildProcess[] = []
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')))

/** A separate process whose start and stop are given as source text. */
async function startProcess(start: string, { isReady = true } = {}) {
  const source = `
    import { runUntilSignal } from '#server/platform/process/run-until-signal.ts'
    setInterval(() => {}, 1000)
    await runUntilSignal(${start})
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const told = { err: '' }
  child.stderr.on('data', (text) => (told.err += text))
  const ended = once(child, 'close').then(([code]) => code)
  if (isReady) await once(child.stdout, 'data')
  return { child, told, ended }
}

test('a signal stops the service and exits with 0', async () => {
  const { child, ended } = await startProcess(`async () => ({ stop: async () => {} })`)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test(
  'a second signal ends the process at once, even while the first still waits',
  { tags: ['check-82'] },
  async () => {
    const { child, ended } = await startProcess(
      `async () => ({ stop: () => new Promise(() => {}) })`,
    )
    child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(child.exitCode).toBe(null)
    child.kill('SIGTERM')
    expect(await ended).toBe(143)
  },
)

test(
  'an uncaught error is printed, the service is stopped, and the exit code is 1',
  { tags: ['check-95'] },
  async () => {
    const { ended, told } = await startProcess(`async () => {
    setTimeout(() => { throw new Error('a bug') }, 50)
    return { stop: async () => process.stderr.write('stopped') }
  }`)
    expect(await ended).toBe(1)
    expect(told.err).toMatch(/fatal: Error: a bug[\s\S]*stopped/)
  },
)

test('an unhandled rejection exits with 1, even when stopping hangs', async () => {
  const { ended } = await startProcess(`async () => {
    setTimeout(() => Promise.reject(new Error('a bug')), 50)
    return { stop: () => new Promise(() => {}) }
  }`)
  expect(await ended).toBe(1) // stopping alone would never end
})

test('a failing start is printed and exits with 1', async () => {
  const { ended, told } = await startProcess(`async () => { throw new Error('no luck') }`, {
    isReady: false,
  })
  expect(await ended).toBe(1)
  expect(told.err).toContain('no luck')
})

test('a failing stop exits with 1 and says so', async () => {
  const { child, ended, told } = await startProcess(
    `async () => ({ stop: async () => { throw new Error('stuck') } })`,
  )
  child.kill('SIGINT')
  expect(await ended).toBe(1)
  expect(told.err).toContain('could not stop cleanly')
})
