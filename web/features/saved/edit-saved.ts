import type { QueryClient } from '@tanstack/react-query'
import * as api from '#contracts/saved.ts'
import { call } from '#web/api/call.ts'
import { transportOf } from '#web/api/query.ts'
import { kindOf, type SavedItem } from './saved-item.ts'

export type SavedEdit = { notes?: string; tags?: string[]; isFavorite?: boolean }

const listNames = { stores: api.listSavedStores.name, products: api.listSavedProducts.name }
type Page = { content: SavedItem[] }

/** Updates the item in every cached saved list. */
function patch(client: QueryClient, item: SavedItem, edit: SavedEdit): void {
  client.setQueriesData<Page>(
    { queryKey: [listNames[kindOf(item)]] },
    (page) =>
      page && {
        ...page,
        content: page.content.map((each) => (each.id === item.id ? { ...each, ...edit } : each)),
      },
  )
}

const queues = new WeakMap<QueryClient, Map<string, Promise<unknown>>>()

/** Runs changes of the same item one after the other, so that the last one wins. */
function inTurn<Result>(client: QueryClient, item: SavedItem, work: () => Promise<Result>): Promise<Result> {
  const queue = queues.get(client) ?? new Map<string, Promise<unknown>>()
  queues.set(client, queue)
  const key = `${kindOf(item)}:${item.id}`
  const turn = (queue.get(key) ?? Promise.resolve()).then(work, work)
  queue.set(key, turn)
  const leave = () => void (queue.get(key) === turn && queue.delete(key))
  turn.then(leave, leave)
  return turn
}

/**
 * Changes the notes, tags or favourite mark of a saved item: updates the screen at once, then sends the change. On failure it reloads the
 * server's state.
 * @throws ApiError
 */
export async function editSaved(client: QueryClient, item: SavedItem, edit: SavedEdit): Promise<void> {
  const isNoteAlone = Object.keys(edit).join() === 'notes'
  // The notes field itself shows the text and keeps it until it is saved.
  if (!isNoteAlone) patch(client, item, edit)
  try {
    const answer = await inTurn(client, item, () => send(client, item, edit))
    patch(client, item, { ...edit, ...(edit.tags && { tags: answer.tags }) })
    if (edit.tags) await client.invalidateQueries({ queryKey: [api.listSavedTags.name] })
  } catch (error) {
    if (!isNoteAlone) void client.invalidateQueries({ queryKey: [listNames[kindOf(item)]] })
    throw error
  }
}

function send(client: QueryClient, item: SavedItem, edit: SavedEdit): Promise<SavedItem> {
  const transport = transportOf(client)
  return 'store' in item
    ? call(transport, api.saveStore, { body: { storeId: item.storeId, ...edit } })
    : call(transport, api.saveProduct, { body: { productId: item.productId, ...edit } })
}
