import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ListDisplay } from '#contracts/workspace/list-views.ts'
import { listSavedSearches, type SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { renderScreen } from '#testing/render-screen.tsx'
import { createQueryClient, q } from '#web/api/query.ts'
import type { ApiRequest } from '#web/api/transport.ts'
import { type ListDisplayState, useListDisplay } from './use-list-display.ts'

const display: ListDisplay = {
  columns: ['country'],
  density: 'comfortable',
  sortBy: 'foundAt',
  sortDirection: 'DESC',
}
const search: SavedSearch = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Shoes',
  view: 'stores',
  query: 'category=shoes',
  mails: false,
  instant: false,
  webhooks: false,
  display,
  profile: null,
  sendsMails: false,
  mailedAt: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  seenAt: '2026-11-20T10:00:00.000Z',
  newMatches: 0,
  total: 3,
}
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
  let state: ListDisplayState | undefined
  function List() {
    state = useListDisplay('stores', search)
    return null
  }
  renderScreen(
    <QueryClientProvider client={client}>
      <List />
    </QueryClientProvider>,
  )
  return {
    sent,
    change: (density: ListDisplay['density']) => state?.change({ density }),
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
