import { type ChildProcess, spawn } from 'node:child_process'
import { exampleRows, measureWindow, type Plan, type Window } from './measure.ts'
import { startProduct } from './start-product.ts'
import type { Stranger } from './stranger.ts'

/** The list from the first usable page on: on the machine as it is, then beside busy loops. */
export async function measureBesideLoops(
  stranger: Stranger,
  plan: Plan & { loops: number },
): Promise<Window[]> {
  const windows: Window[] = []
  for (const count of [0, plan.loops]) {
    using _loops = startBusyLoops(count)
    await plan.bare.fill(exampleRows())
    const product = await startProduct(stranger, await stranger.createDataDir(), plan.signal)
    const name = count === 0 ? 'quiet' : `beside ${count} busy loops`
    windows.push(
      await measureWindow(product, plan, { name, forMs: plan.liveMs }).finally(product.stop),
    )
  }
  return windows
}

/** They end with this process in every case. */
function startBusyLoops(count: number): Disposable {
  const loop =
    'const parent = process.ppid; while (process.ppid === parent) for (let n = 0; n < 1e8; n++);'
  const loops = Array.from({ length: count }, (): ChildProcess =>
    spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }),
  )
  const end = () => loops.forEach((child) => child.kill('SIGKILL'))
  process.once('exit', end)
  return {
    [Symbol.dispose]() {
      process.off('exit', end)
      end()
    },
  }
}
