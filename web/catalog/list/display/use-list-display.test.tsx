import { expect, test } from 'vitest'
import type { ListDisplay } from '#contracts/workspace/list-views.ts'
import { listSavedSearches, type SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { exampleSearch, exampleSearches } from '#testing/example-saved.ts'
import { renderHook } from '#testing/render-screen.tsx'
import { createWaitingClient } from '#testing/waiting-client.ts'
import { q } from '#web/api/query.ts'
import { useListDisplay } from './use-list-display.ts'

const display: ListDisplay = {
  columns: ['country'],
  density: 'comfortable',
  sortBy: 'foundAt',
  sortDirection: 'DESC',
}
const search = exampleSearch({ display })
const SEARCHES = q(listSavedSearches, {}).queryKey

function renderDisplay() {
  const { client, sent, next } = createWaitingClient(
    ({ method, body }) =>
      `${method} ${/compact|comfortable/.exec(JSON.stringify(body ?? {}))?.[0] ?? ''}`,
  )
  client.setQueryData(SEARCHES, exampleSearches([search]))
  const state = renderHook(() => useListDisplay('stores', search), client)
  return {
    sent,
    change: (density: ListDisplay['density']) => state.change({ density }),
    answer: async (density: ListDisplay['density']) =>
      (await next()).answer({ ...search, display: { ...display, density } }),
    shown: () => {
      const all = client.getQueryData<{ searches: SavedSearch[] }>(SEARCHES)
      return all?.searches[0]?.display?.density
    },
    areSearchesOld: () => client.getQueryState(SEARCHES)?.isInvalidated,
  }
}

test('quick changes of a search’s view are sent one after the other, and the last one stays', async () => {
  const { sent, change, answer, shown, areSearchesOld } = renderDisplay()
  change('compact')
  change('comfortable')
  await expect.poll(() => sent).toEqual(['PUT compact'])
  await answer('compact')
  await expect.poll(() => sent).toEqual(['PUT compact', 'PUT comfortable'])
  expect([shown(), areSearchesOld()]).toEqual(['comfortable', false])
})
