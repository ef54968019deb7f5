import { askedOf, candidateTest, createTest, daysTest, type Now, type StoreQuery } from './scan-stores.ts'

/** Whether single stores pass a query, at one moment. */
export type StoreJudge = {
  has: (storeId: number) => boolean
  /** When a store was found, as a time in ms; also for a store that does not pass, 0 for an unknown one. */
  foundAtOf: (storeId: number) => number
}

export function createJudge(now: Now, query: StoreQuery): StoreJudge {
  const { table, version } = now
  const isCandidate = candidateTest(now, query)
  const isOfDays = daysTest(table, query)
  const tests = askedOf(query).map((key) => createTest(now, query, key))
  const [one, passes] = [new Uint32Array(1), new Uint8Array(1)]
  const foundAt = table.sorts.foundAt[0]?.values ?? new Float64Array()
  return {
    has(storeId) {
      const row = table.rowAt(storeId, version)
      if (row === undefined || !isOfDays(row) || !isCandidate(row)) return false
      one[0] = row
      return tests.every((test) => {
        test(one, passes)
        return passes[0] === 1
      })
    },
    foundAtOf: (storeId) => foundAt[table.rowAt(storeId, version) ?? -1] ?? 0,
  }
}
