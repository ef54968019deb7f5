import { isDeepStrictEqual } from 'node:util'
import type { FaultBench } from './fault-bench.ts'

export const LAYERS = ['database', 'network'] as const
export const KINDS = ['lost', 'done'] as const
export type Layer = (typeof LAYERS)[number]
export type Kind = (typeof KINDS)[number]

export type FaultRun = {
  layer: Layer
  kind: Kind
  atCall: number
  of: number
  problem: string | null
}

/**
 * Discovers the same world again and again, each time with one failing call, and compares the final
 * state with that of an undisturbed discovery. `pick` selects the calls, given their number.
 */
export async function* sweepFaults(
  bench: FaultBench,
  pick: (calls: number, layer: Layer, kind: Kind) => number[],
): AsyncGenerator<FaultRun> {
  // Twice, because some of its shops misbehave only towards their first visitors.
  await undisturbed(bench)
  const expected = await undisturbed(bench)
  const calls = { database: bench.database.queryCount(), network: bench.network.callCount() }
  for (const layer of LAYERS)
    for (const kind of KINDS)
      for (const atCall of pick(calls[layer], layer, kind)) {
        const problem = await disturbed(bench, { layer, kind, atCall }, expected)
        yield { layer, kind, atCall, of: calls[layer], problem }
      }
}

async function undisturbed(bench: FaultBench) {
  bench.database.arm(null)
  bench.network.arm(null)
  return bench.discover()
}

async function disturbed(
  bench: FaultBench,
  { layer, kind, atCall }: Pick<FaultRun, 'layer' | 'kind' | 'atCall'>,
  expected: Record<string, unknown[]>,
): Promise<string | null> {
  bench.database.arm(layer === 'database' ? { atQuery: atCall, kind } : null)
  bench.network.arm(layer === 'network' ? { atCall, kind } : null)
  try {
    return differenceOf(expected, await bench.discover())
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function differenceOf(
  expected: Record<string, unknown[]>,
  found: Record<string, unknown[]>,
): string | null {
  for (const [name, rows] of Object.entries(expected)) {
    const others = found[name] ?? []
    const at = Array.from(
      { length: Math.max(rows.length, others.length) },
      (_, index) => index,
    ).find((index) => !isDeepStrictEqual(rows[index], others[index]))
    if (at !== undefined)
      return `${name}: expected ${JSON.stringify(rows[at])}, found ${JSON.stringify(others[at])}`
  }
  return null
}
