import { afterEach, expect, test } from 'vitest'
import { toStoreId } from '#contracts/ids.ts'
import { listExclusions } from '#contracts/workspace/exclusions.ts'
import { renderHook } from '#testing/render-screen.tsx'
import { createQueryClient } from '#web/api/query.ts'
import { toastStore } from '#web/lib/toast.ts'
import { useBulk } from './use-bulk.ts'

afterEach(() => toastStore.set([]))

const undo = { id: '00000000-0000-4000-8000-000000000001', until: '2026-11-29T12:00:00.000Z' }
const EXCLUSIONS = [listExclusions.name]

function renderBulk() {
  const client = createQueryClient(async ({ path }) =>
    path.endsWith('/undo') ? { restored: 2 } : { changed: 2, unchanged: [], undo },
  )
  const target = { storeIds: [toStoreId('1'), toStoreId('2')] }
  const { run } = renderHook(() => useBulk(() => target), client)
  return {
    exclude: () => run({ kind: 'exclude' }),
    keepLines: () => client.setQueryData(EXCLUSIONS, { stores: 0 }),
    areLinesOld: () => client.getQueryState(EXCLUSIONS)?.isInvalidated,
  }
}

test('excluded stores are read again in “Not these” too, and so are those that an undo restores', async () => {
  const { exclude, keepLines, areLinesOld } = renderBulk()
  keepLines()
  expect(await exclude()).toBe(true)
  expect(areLinesOld()).toBe(true)
  keepLines()
  expect(areLinesOld()).toBe(false)
  toastStore.current()[0]?.action?.run()
  await expect.poll(areLinesOld).toBe(true)
  expect(toastStore.current().map(({ title }) => title)).toEqual(['2 stores restored'])
})
