import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FULL_SIZE, type WorkspaceSize } from './workspace-size.ts'

export const benchFolder = (): string =>
  process.env['BENCH_DIR'] ?? join(tmpdir(), 'storedawn-bench')

export const valueOf = (flag: string, usual: number): number => {
  const at = process.argv.indexOf(flag)
  if (at < 0) return usual
  const value = Number(process.argv[at + 1])
  if (!Number.isSafeInteger(value) || value <= 0) throw new Error(`${flag} needs a whole number`)
  return value
}

/** Reads `--stores` and `--products`; everything else is as in the full size. */
export const askedSize = (): WorkspaceSize => ({
  ...FULL_SIZE,
  stores: valueOf('--stores', FULL_SIZE.stores),
  products: valueOf('--products', FULL_SIZE.products),
})

/** Sessions of the run; each of these accounts may hide stores. */
export const ASKING_ACCOUNTS = 16
