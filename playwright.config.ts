import { defineConfig } from '@playwright/test'
import { findChromium } from '#testing/find-chromium.ts'

const executablePath = findChromium()
/** Set by the global set-up, which has run when the workers read this file. */
const baseURL = process.env['E2E_ORIGIN']

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/start-demo.ts',
  forbidOnly: true,
  // A journey that passes only at the second try hides a defect.
  retries: 0,
  // One waits for the world while the other works.
  workers: 2,
  fullyParallel: true,
  // A busy machine takes ten times as long as a quiet one; no journey is about how long something
  // takes.
  timeout: 900_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'en-US',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A trace of every step takes a third of the time; ask for it where a failure needs it:
    // --trace=retain-on-failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      // Chromium refuses its sandbox as root. The other flags block every host but the demo.
      // `route` would switch off the cache and send each request through the test. The demo need not
      // listen on ::1, which Chromium tries too.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-quic',
        '--no-first-run',
        '--host-resolver-rules=MAP localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
    },
  },
})
