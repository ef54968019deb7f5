import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as api from '#contracts/workspace/saved.ts'
import { call } from '#web/api/call.ts'
import { transportOf } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { trackEdit } from './saved-changes.ts'
import { notify } from '#web/lib/toast.ts'
import { useFailureText } from '#web/ui/form/form-call.tsx'
import { kindOf, nameOf, type SavedItem } from './saved-address.ts'

type SavedEdit = { notes?: string; tags?: string[]; isFavorite?: boolean }

/**
 * Updates the screen at once, then sends the change; a failure reloads the server's state. @throws
 * ApiError
 */
export async function editSaved(
  client: QueryClient,
  item: SavedItem,
  edit: SavedEdit,
): Promise<void> {
  const isNotesOnly = Object.keys(edit).join() === 'notes'
  // The notes field itself shows the text and keeps it until it is saved.
  if (!isNotesOnly) patch(client, item, edit)
  try {
    const sent = enqueue(client, item, edit, () => send(client, item, edit))
    trackEdit(client, 'store' in item ? item.storeId : item.productId, sent)
    const answer = await sent
    patch(client, item, { ...edit, ...(edit.tags && { tags: answer.tags }) })
    if (edit.tags) await client.invalidateQueries({ queryKey: [api.listSavedTags.name] })
  } catch (error) {
    if (!isNotesOnly) void client.invalidateQueries({ queryKey: [listNames[kindOf(item)]] })
    throw error
  }
}

/** On failure it shows a toast, and the entry returns to the server's state. */
export function useEditSaved() {
  const client = useQueryClient()
  const { t } = useTranslation('saved')
  const failureText = useFailureText()
  const formats = useFormats()
  const [running, setRunning] = useState(0)
  const edit = async (item: SavedItem, edit: Omit<SavedEdit, 'notes'>) => {
    setRunning((before) => before + 1)
    try {
      await editSaved(client, item, edit)
    } catch (error) {
      notify({
        kind: 'error',
        subject: `edit:${kindOf(item)}:${item.id}`,
        title: t(edit.tags ? 'tags.failed' : 'failed.favorite'),
        description: `${nameOf(item)}${formats.colon}${failureText(error)}`,
      })
    } finally {
      setRunning((before) => before - 1)
    }
  }
  return { edit, isSending: running > 0 }
}

const listNames = { stores: api.listSavedStores.name, products: api.listSavedProducts.name }
type Page = { content: SavedItem[] }

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

/**
 * One after the other per field, so that the last one wins. Other fields do not wait: a change that
 * waits is lost when the page reloads.
 */
function enqueue<Result>(
  client: QueryClient,
  item: SavedItem,
  edit: SavedEdit,
  work: () => Promise<Result>,
): Promise<Result> {
  const queue = queues.get(client) ?? new Map<string, Promise<unknown>>()
  queues.set(client, queue)
  const key = `${kindOf(item)}:${item.id}:${Object.keys(edit).join()}`
  const run = (queue.get(key) ?? Promise.resolve()).then(work, work)
  queue.set(key, run)
  const dequeue = () => void (queue.get(key) === run && queue.delete(key))
  run.then(dequeue, dequeue)
  return run
}

function send(client: QueryClient, item: SavedItem, edit: SavedEdit): Promise<SavedItem> {
  const transport = transportOf(client)
  return 'store' in item
    ? call(transport, api.saveStore, { body: { storeId: item.storeId, ...edit } })
    : call(transport, api.saveProduct, { body: { productId: item.productId, ...edit } })
}
