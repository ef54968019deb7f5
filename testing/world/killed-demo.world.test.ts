import { expect, test } from 'vitest'
import { killRounds } from './kill-rounds.ts'
import { runKilledDemo } from './run-killed-demo.ts'
import { findForks, readWorldFiles, type WorldFiles } from './world-files.ts'
import { createTestFolder } from '#testing/test-folder.ts'

test(
  'kill -9 of the whole tree at three moments loses no store, lists none twice and forks no log',
  { tags: ['check-72'] },
  async () => {
    const env = { DATA_DIR: await createTestFolder(), DEMO_STORES: '100', LAUNCH_EVERY_MS: '1000' }
    const states: WorldFiles[] = []
    const moments = [
      { after: 'start', ms: 2_000 + Math.random() * 1_000 },
      { after: 'ready', ms: 1_000 + Math.random() * 2_000 },
      { after: 'ready', ms: 2_000 + Math.random() * 4_000 },
    ] as const
    await killRounds(env, [...moments], () => void states.push(readWorldFiles(env.DATA_DIR)))
    const { figures, violations } = await runKilledDemo(env)
    console.log(figures)
    expect(violations).toEqual([])
    expect(states.flatMap((state) => findForks(state, readWorldFiles(env.DATA_DIR)))).toEqual([])
    expect(figures['of these listed']).toBeGreaterThanOrEqual(100)
  },
)
