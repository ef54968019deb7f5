import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const READER = path.join(import.meta.dirname, '../../testing/discovery/read-endless-catalogue.ts')

test(
  'ten thousand pages, megabytes of titles and 100,000 variants raise memory by less than 30 MiB',
  { tags: ['check-51'], timeout: 120_000 },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [READER])
    const report: { pages: number; products: number; risenMiB: number } = JSON.parse(stdout)
    expect(report.pages).toBe(10_000)
    expect(report.products).toBeGreaterThan(300_000)
    expect(report.risenMiB).toBeLessThan(30)
  },
)
