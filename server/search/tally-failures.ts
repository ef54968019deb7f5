import type { FilterKey } from '#contracts/store-filters.ts'
import { inSlices, ROWS_PER_SLICE } from './in-slices.ts'
import { askedOf, createTest, type Scan, type StoreQuery } from './scan-stores.ts'

/**
 * For each of the stores whether it passes all filters (`fails` 0), or all but one and which (`fails` 1, `failed` its place in `asked`): the
 * count beside a filter's value leaves out what that filter itself asks.
 */
export type Failures = Pick<Scan, 'table' | 'version' | 'rows'> & {
  query: StoreQuery
  asked: FilterKey[]
  fails: Uint8Array
  failed: Uint8Array
}

/** @param all a scan without filters, of the query's dates and scope */
export async function tallyFailures(all: Scan, query: StoreQuery): Promise<Failures> {
  const { table, version, rows } = all
  const asked = askedOf(query)
  const tests = asked.map((key) => createTest(all, query, key))
  const [fails, failed] = [new Uint8Array(rows.length), new Uint8Array(rows.length)]
  const passes = new Uint8Array(ROWS_PER_SLICE)
  await inSlices(tests.length === 0 ? 0 : rows.length, (from, to) => {
    const piece = rows.subarray(from, to)
    tests.forEach((test, place) => {
      test(piece, passes)
      for (let at = from; at < to; at++) {
        // Without a branch: nobody can tell beforehand which way it goes. Of one failure the sum of places is its place.
        const misses = 1 - (passes[at - from] ?? 0)
        fails[at] = (fails[at] ?? 0) + misses
        failed[at] = (failed[at] ?? 0) + misses * place
      }
    })
  })
  return { table, version, rows, query, asked, fails, failed }
}
