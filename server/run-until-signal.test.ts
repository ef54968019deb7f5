import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const started: ChildProcess[] = []
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')))

/** A process of its own whose start and stop are given as source text. */
async function startProcess(start: string, { isReady = true } = {}) {
  const source = `
    import { runUntilSignal } from '#server/run-until-signal.ts'
    setInterval(() => {}, 1000)
    await runUntilSignal(${start})
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const told = { err: '' }
  child.stderr.on('data', (text) => (told.err += text))
  const ended = once(child, 'close').then(([code]) => code)
  if (isReady) await once(child.stdout, 'data')
  return { child, told, ended }
}

test('a signal stops what was started and ends with 0', async () => {
  const { child, ended } = await startProcess(`async () => ({ stop: async () => {} })`)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('a second signal ends it at once, whatever the first is waiting for', async () => {
  const { child, ended } = await startProcess(`async () => ({ stop: () => new Promise(() => {}) })`)
  child.kill('SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(child.exitCode).toBe(null)
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
})

test('an error that nobody caught is told, what was started is stopped, and the code is 1', async () => {
  const { ended, told } = await startProcess(`async () => {
    setTimeout(() => { throw new Error('a bug') }, 50)
    return { stop: async () => process.stderr.write('stopped') }
  }`)
  expect(await ended).toBe(1)
  expect(told.err).toMatch(/fatal: Error: a bug[\s\S]*stopped/)
})

test('a rejection that nobody caught is the same, even when stopping hangs', async () => {
  const { ended } = await startProcess(`async () => {
    setTimeout(() => Promise.reject(new Error('a bug')), 50)
    return { stop: () => new Promise(() => {}) }
  }`)
  expect(await ended).toBe(1) // stopping alone would never end
})

test('a start that fails is told and ends with 1', async () => {
  const { ended, told } = await startProcess(`async () => { throw new Error('no luck') }`, { isReady: false })
  expect(await ended).toBe(1)
  expect(told.err).toContain('no luck')
})

test('a stop that fails does not look like a success', async () => {
  const { child, ended, told } = await startProcess(
    `async () => ({ stop: async () => { throw new Error('stuck') } })`,
  )
  child.kill('SIGINT')
  expect(await ended).toBe(1)
  expect(told.err).toContain('could not stop cleanly')
})
