import { execFileSync, spawn } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { expect, test } from 'vitest'
import { findFreePort } from '#server/platform/process/ports.ts'
import { findChromium } from '#testing/find-chromium.ts'
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
  return { origin: `http://localhost:${port}`, stop }
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

test.skipIf(executablePath === null)(
  'a changed component appears in the open page, and a changed verb answers',
  async () => {
    const folder = await createTestFolder()
    copyProject(folder)
    const dev = await startDev(folder)
    const browser = await chromium.launch({
      args: ['--no-sandbox'],
      ...(executablePath !== null && { executablePath }),
    })
    try {
      const page = await browser.newPage()
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      await page.goto(`${dev.origin}/terms`)
      await page.waitForFunction(() => !('__EARLY_PRESSES__' in globalThis))
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))

      edit(path.join(folder, 'web/shell/footer.tsx'), '<footer', '<footer data-edited=""')
      await page.locator('footer[data-edited]').waitFor({ state: 'attached' })
      expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)

      const verb = path.join(folder, 'server/site/public-figures.ts')
      edit(verb, 'totalStores: sumOfStores(inRange)', 'totalStores: 424_242')
      const readStores = async () => {
        const answer = await fetch(`${dev.origin}/api/public/stats?date=2026-11-01`)
        return ((await answer.json()) as { totalStores: number }).totalStores
      }
      while ((await readStores()) !== 424_242) await sleep(50)
      expect(complaints).toEqual([])
    } finally {
      await browser.close()
      await dev.stop()
    }
  },
)
