import * as z from 'zod/mini'
import { byId, endpoint } from '#contracts/endpoint.ts'
import { BulkUndo } from './bulk-undo.ts'

export const MAX_LIST_NAME = 60

/** A named selection of stores; the filter `list` has its id as a value. */
export const StoreList = z.object({
  id: z.uuid(),
  name: z.string(),
  /** How many stores are on it. */
  stores: z.int(),
  createdAt: z.iso.datetime(),
})
export type StoreList = z.infer<typeof StoreList>

const body = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_LIST_NAME)),
})

export const listLists = endpoint({
  name: 'listLists',
  method: 'GET',
  path: '/api/lists',
  access: 'paid',
  summary: 'The lists of the account, the oldest first.',
  response: z.object({
    lists: z.array(StoreList),
    /** How many the plan allows. */
    limit: z.int(),
  }),
})

export const createList = endpoint({
  name: 'createList',
  method: 'POST',
  path: '/api/lists',
  access: 'paid',
  summary:
    'Create an empty list; `changeStores` puts stores on it. 403 `list_limit` beyond the limit of the plan.',
  body,
  response: StoreList,
})

export const renameList = endpoint({
  name: 'renameList',
  method: 'PUT',
  path: '/api/lists/:id',
  access: 'paid',
  summary: 'Rename a list.',
  params: byId,
  body,
  response: StoreList,
})

export const deleteList = endpoint({
  name: 'deleteList',
  method: 'DELETE',
  path: '/api/lists/:id',
  access: 'paid',
  summary:
    'Delete a list; its stores keep their notes and tags. `undoChange` restores it with its stores for a minute.',
  params: byId,
  response: z.extend(StoreList, { undo: BulkUndo }),
})
