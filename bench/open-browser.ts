/** A browser in which a demo account is signed in, for benches that time what is painted. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { waitUntilCaughtUp } from '#testing/catch-up.ts'
import { signIn } from '#testing/demo-client.ts'
import { findChromium } from '#testing/find-chromium.ts'
import { runDemo } from '#testing/run-demo.ts'

type Opened = { origin: string; token: string; page: Page }

/** With a separate demo of so many stores, or the running one of `E2E_ORIGIN`. */
export async function inBrowser(
  options: { stores: number; viewport: { width: number; height: number } },
  work: (opened: Opened) => Promise<void>,
): Promise<void> {
  const running = process.env['E2E_ORIGIN']
  const demo = running ? null : await startDemo(options.stores)
  const origin = running ?? demo?.origin ?? ''
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath !== null && { executablePath }),
  })
  try {
    const { token } = await signIn(origin, 'pro@demo.storedawn.test')
    const localStorage = [{ name: 'jwt', value: token }]
    const context = await browser.newContext({
      viewport: options.viewport,
      storageState: { cookies: [], origins: [{ origin, localStorage }] },
    })
    await work({ origin, token, page: await context.newPage() })
  } finally {
    await browser.close()
    await demo?.stop()
  }
}

async function startDemo(stores: number) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'storedawn-bench-'))
  const started = await runDemo({
    DATA_DIR: dataDir,
    DEMO_STORES: String(stores),
    LAUNCH_EVERY_MS: '3600000',
  })
  await waitUntilCaughtUp(started)
  const stop = async () => {
    await started.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { origin: started.origin, stop }
}

/** Nearest-rank method. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN
}
