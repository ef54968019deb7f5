import { expect, test } from 'vitest'
import type { ListDisplay } from '#contracts/workspace/list-views.ts'
import { listSavedSearches, type SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { exampleSearch } from '#testing/example-saved.ts'
import { renderHook } from '#testing/render-screen.tsx'
import { createQueryClient, q } from '#web/api/query.ts'
import type { ApiRequest } from '#web/api/transport.ts'
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
  const sent: string[] = []
  const waiting: ((answer: unknown) => void)[] = []
  const client = createQueryClient(({ method, body }: ApiRequest) => {
    sent.push(`${method} ${/compact|comfortable/.exec(JSON.stringify(body ?? {}))?.[0] ?? ''}`)
    return new Promise((answer) => waiting.push(answer))
  })
  client.setQueryData(SEARCHES, {
    searches: [search],
    limit: null,
    hasInstantAlerts: true,
    hasWebhooks: true,
    profileLimit: 20,
  })
  const state = renderHook(() => useListDisplay('stores', search), client)
  return {
    sent,
    change: (density: ListDisplay['density']) => state.change({ density }),
    answer: (density: ListDisplay['density']) =>
      waiting.shift()?.({ ...search, display: { ...display, density } }),
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
  answer('compact')
  await expect.poll(() => sent).toEqual(['PUT compact', 'PUT comfortable'])
  expect([shown(), areSearchesOld()]).toEqual(['comfortable', false])
})
