import { execFileSync, spawn } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '#server/platform/process/ports.ts'
import { findChromium } from '#testing/find-chromium.ts'
import { usageOfTree } from '../../bench/process-usage.ts'
import { createTestFolder } from '#testing/test-folder.ts'

const executablePath = findChromium()

/** The sources that Git knows, with the packages of this project. */
function copyProject(to: string): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  for (const file of files.toString().trim().split('\n')) cpSync(file, path.join(to, file))
  symlinkSync(path.resolve('node_modules'), path.join(to, 'node_modules'))
}

/** `npm run dev` without its set-up; resolves when it prints its address. */
async function startDev(cwd: string) {
  const port = await findFreePort('localhost')
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: String(port),
      DEMO_STORES: '12',
      SCREENSHOTS: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = child.pid ?? 0
  const sinceCommand = stopwatch(pid)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const output: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    output.push(line)
    if (line.startsWith('  stop')) break
  }
  child.stdout.resume()
  expect(output.join('\n')).toContain('ready')
  const stop = async () => {
    child.kill('SIGINT')
    await ended
  }
  return { origin: `http://localhost:${port}`, pid, sinceCommand, stop }
}

/** Seconds since it was made, and those that the processes of `npm run dev` computed meanwhile. */
function stopwatch(pid: number): () => string {
  const startedAt = performance.now()
  const computed = () =>
    usageOfTree(pid).reduce((sum, each) => sum + each.cpuSeconds + each.endedCpuSeconds, 0)
  const before = computed()
  return () => {
    const seconds = (performance.now() - startedAt) / 1000
    return `${seconds.toFixed(1)} s, of processors ${(computed() - before).toFixed(1)} s`
  }
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

async function openPage(browser: Browser, dev: Awaited<ReturnType<typeof startDev>>) {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`${dev.origin}/terms`, { waitUntil: 'domcontentloaded' })
  const firstPage = dev.sinceCommand()
  await page.waitForFunction(() => !('__EARLY_PRESSES__' in globalThis))
  return { page, complaints, firstPage, interactive: dev.sinceCommand() }
}

test.skipIf(executablePath === null)(
  'a changed component appears in the open page, and a changed verb answers',
  async () => {
    const folder = await createTestFolder()
    copyProject(folder)
    const browser = await chromium.launch({
      args: ['--no-sandbox'],
      ...(executablePath !== null && { executablePath }),
    })
    onTestFinished(() => browser.close())
    // On every day but the first, the modules have been compiled before.
    const before = await startDev(folder)
    const { firstPage: firstEver } = await openPage(browser, before)
    await before.stop()
    const dev = await startDev(folder)
    try {
      const { page, complaints, firstPage, interactive } = await openPage(browser, dev)
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))

      const sinceComponent = stopwatch(dev.pid)
      edit(path.join(folder, 'web/shell/footer.tsx'), '<footer', '<footer data-edited=""')
      await page.locator('footer[data-edited]').waitFor({ state: 'attached' })
      const component = sinceComponent()
      expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)

      const sinceVerb = stopwatch(dev.pid)
      const verb = path.join(folder, 'server/site/public-figures.ts')
      edit(verb, 'totalStores: sumOfStores(inRange)', 'totalStores: 424_242')
      const readStores = async () => {
        const answer = await fetch(`${dev.origin}/api/public/stats?date=2026-11-01`)
        return ((await answer.json()) as { totalStores: number }).totalStores
      }
      while ((await readStores()) !== 424_242) await sleep(50)
      console.log(
        `npm run dev: first page ${firstPage} (goal 5 s; at the first start ${firstEver}), interactive ${interactive}; component ${component} (1 s); verb ${sinceVerb()} (3 s); load ${loadavg()[0]?.toFixed(1)}`,
      )
      expect(complaints).toEqual([])
    } finally {
      await dev.stop()
    }
  },
)
