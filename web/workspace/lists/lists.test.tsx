import { afterEach, expect, test } from 'vitest'
import { listFacets } from '#contracts/catalog/stores.ts'
import { renderHook } from '#testing/render-screen.tsx'
import { createQueryClient, q } from '#web/api/query.ts'
import { toastStore } from '#web/lib/toast.ts'
import { useDeleteList } from './lists.tsx'

afterEach(() => toastStore.set([]))

const ID = '00000000-0000-4000-8000-000000000001'
const AT = '2026-11-29T12:00:00.000Z'
const deleted = { id: ID, name: 'Pitch', stores: 2, createdAt: AT, undo: { id: ID, until: AT } }
const FACETS = q(listFacets, { query: { groups: 'list' } }).queryKey

test('a deleted list leaves the filter of lists too, and an undo brings it back there', async () => {
  const client = createQueryClient(async ({ method }) =>
    method === 'DELETE' ? deleted : { restored: 2 },
  )
  const keepFacets = () => client.setQueryData(FACETS, { total: 2, facets: [] })
  const areFacetsOld = () => client.getQueryState(FACETS)?.isInvalidated
  const remove = renderHook(useDeleteList, client)
  keepFacets()
  await remove(ID)
  expect(areFacetsOld()).toBe(true)
  keepFacets()
  toastStore.current()[0]?.action?.run()
  await expect.poll(areFacetsOld).toBe(true)
})
