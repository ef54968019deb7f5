import type { StoreId } from '#contracts/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { undoChange } from '#contracts/workspace/bulk.ts'
import * as api from '#contracts/workspace/saved.ts'
import { ApiError, isApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { transportOf } from '#web/api/query.ts'
import { createSignal } from '#web/lib/create-store.ts'

/** `wanted`: the desired state. `isGone`: after a failed unsave it is no longer saved anyway. */
export type SaveFailure = { wanted: boolean; isGone: boolean; error: unknown }

/** Notes and tags of an unsaved item, kept to restore it unchanged. */
type RestorableFields = { notes: string; tags: string[]; isFavorite: boolean; createdAt: string }
/** `undoId` also restores the stage and the history of a store that was a lead. */
type Restorable = RestorableFields & { undoId: string | null; unsavedAt: number }

type Item = {
  wanted: boolean
  /** The last known state on the server. */
  stored: boolean
  isRunning: boolean
  savedId: number | null
  restorable: Restorable | null
  report: Pick<ChangeOptions, 'onDone' | 'onFailure'>
}

/** The latest desired state ends in one of the two, once the server has stored or refused it. */
type ChangeOptions = {
  isSaved: boolean
  onDone: () => void
  onFailure: (failure: SaveFailure) => void
}

/** Saving again within this time counts as an undo. */
const RESTORED_WITHIN_MS = 60_000

const SAVED_LISTS: readonly unknown[] = [
  api.listSavedStores.name,
  api.listSavedProducts.name,
  api.listSavedTags.name,
]

/**
 * A change appears everywhere as pending at once, and in the lists once it is stored. Calls for the
 * same item run one after the other, and the latest state wins.
 */
export function createSavedChanges(client: QueryClient) {
  const items = new Map<SubjectId, Item>()
  const changes = createSignal()

  function show(id: SubjectId, isSaved: boolean, savedId: number | null): void {
    for (const query of client.getQueryCache().getAll()) {
      const { data } = query.state
      const shown = markSaved(data, { id, isSaved, savedId })
      if (shown === data) continue
      // A pending older answer would undo the change.
      if (query.state.fetchStatus === 'fetching') void query.cancel({ revert: true })
      query.setData(shown, { manual: true, updatedAt: query.state.dataUpdatedAt })
    }
    changes.emit()
  }

  /** Resolves to the failure that remains in the end, or null. */
  async function sync(subject: SaveSubject, item: Item): Promise<SaveFailure | null> {
    while (item.wanted !== item.stored) {
      const { wanted } = item
      try {
        await sendChange(client, subject, { item, wanted })
      } catch (error) {
        const isGone = !wanted && isApiError(error) && error.status === 404
        if (isGone) Object.assign(item, { stored: false, savedId: null })
        // The desired state has changed to what the server holds, so there is no failure to report.
        if (item.wanted !== wanted) continue
        item.wanted = item.stored
        return { wanted, isGone, error }
      }
    }
    return null
  }

  return {
    /** The desired state while the server has not answered yet; otherwise undefined. */
    pendingOf(id: SubjectId) {
      const item = items.get(id)
      return item?.isRunning ? item.wanted : undefined
    },
    subscribe: changes.on,
    /** `isSaved` = the displayed state. */
    async setSaved(subject: SaveSubject, wanted: boolean, { isSaved, ...report }: ChangeOptions) {
      const id = idOfSubject(subject)
      const known = items.get(id)
      const item = known ?? newItem()
      items.set(id, item)
      if (!item.isRunning) item.stored = isSaved
      if (subject.kind === 'product' && subject.savedId != null) item.savedId ??= subject.savedId
      const isFirst = !item.isRunning
      Object.assign(item, { wanted, report, isRunning: true })
      changes.emit()
      if (!isFirst) return
      const failure = await sync(subject, item)
      item.isRunning = false
      show(id, item.stored, item.savedId)
      if (failure) item.report.onFailure(failure)
      else item.report.onDone()
      await client.invalidateQueries({
        predicate: ({ queryKey }) => SAVED_LISTS.includes(queryKey[0]),
      })
    },
  }
}

const editsOf = new WeakMap<QueryClient, Map<SubjectId, Promise<unknown>>>()

/** An edit that arrives after the removal would save the item again. */
export function trackEdit(client: QueryClient, id: SubjectId, edit: Promise<unknown>): void {
  const edits = editsOf.get(client) ?? new Map<SubjectId, Promise<unknown>>()
  editsOf.set(client, edits)
  const all = Promise.allSettled([edits.get(id), edit])
  edits.set(id, all)
  void all.then(() => edits.get(id) === all && edits.delete(id))
}

async function sendChange(
  client: QueryClient,
  subject: SaveSubject,
  { item, wanted }: { item: Item; wanted: boolean },
): Promise<void> {
  if (wanted) {
    const savedId = await save(client, subject, takeRestorable(item))
    Object.assign(item, { savedId, restorable: null })
  } else {
    await editsOf.get(client)?.get(idOfSubject(subject))
    const { notes, tags, isFavorite, createdAt, ...rest } = await unsave(
      client,
      subject,
      item.savedId,
    )
    const undoId = 'undo' in rest ? rest.undo.id : null
    const restorable = { notes, tags, isFavorite, createdAt, undoId, unsavedAt: Date.now() }
    Object.assign(item, { savedId: null, restorable })
  }
  item.stored = wanted
}

const newItem = (): Item => ({
  wanted: false,
  stored: false,
  isRunning: false,
  savedId: null,
  restorable: null,
  report: { onDone: () => undefined, onFailure: () => undefined },
})

function takeRestorable({ restorable }: Item): Restorable | null {
  const isLate = restorable && Date.now() - restorable.unsavedAt > RESTORED_WITHIN_MS
  return isLate ? null : restorable
}

/** @returns the id of a product's saved entry */
async function save(
  client: QueryClient,
  subject: SaveSubject,
  restorable: Restorable | null,
): Promise<number | null> {
  const send = transportOf(client)
  const { undoId = null, unsavedAt: _unsavedAt, ...fields } = restorable ?? {}
  if (subject.kind === 'product')
    return (
      await call(send, api.saveProduct, { body: { productId: subject.productId, ...fields } })
    ).id
  if (undoId === null || !(await isUndone(client, undoId)))
    await call(send, api.saveStore, { body: { storeId: subject.storeId, ...fields } })
  return null
}

/** Too late for an undo by the server's clock, it is saved with its notes. */
async function isUndone(client: QueryClient, id: string): Promise<boolean> {
  try {
    await call(transportOf(client), undoChange, { params: { id } })
    return true
  } catch (error) {
    if (isApiError(error) && error.status === 404) return false
    throw error
  }
}

async function unsave(client: QueryClient, subject: SaveSubject, savedId: number | null) {
  const send = transportOf(client)
  if (subject.kind === 'store')
    return call(send, api.unsaveStore, { params: { id: String(subject.storeId) } })
  const id = savedId ?? (await findSavedId(client, subject.productId))
  return call(send, api.unsaveProduct, { params: { savedId: String(id) } })
}

/** @throws ApiError `saved_product_not_found` */
async function findSavedId(client: QueryClient, productId: string): Promise<number> {
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const query = { page: String(page), size: String(api.MAX_SAVED_PAGE) }
    const found = await call(transportOf(client), api.listSavedProducts, { query })
    const saved = found.content.find((each) => each.productId === productId)
    if (saved) return saved.id
    pages = found.totalPages
  }
  throw new ApiError('saved_product_not_found', '', { status: 404, requestId: null })
}

type SavedChanges = ReturnType<typeof createSavedChanges>
const changesOf = new WeakMap<QueryClient, { account: string; changes: SavedChanges }>()

/** Notes of another account must never be restored under this one. */
export function savedChangesOf(client: QueryClient, account: string): SavedChanges {
  const known = changesOf.get(client)
  if (known?.account === account) return known.changes
  const changes = createSavedChanges(client)
  changesOf.set(client, { account, changes })
  return changes
}

type SavedMark = { id: SubjectId; isSaved: boolean; savedId: number | null }

/**
 * At every place: in lists, details and saved lists an item has its `id` beside `isSaved`.
 * Unchanged parts keep their objects.
 */
export function markSaved<Value>(value: Value, mark: SavedMark): Value {
  // Safe: it replaces only the values of `isSaved` and `savedId`, by values of the same type.
  return marked(value, mark) as Value
}

function marked(value: unknown, mark: SavedMark): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => marked(item, mark))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  const entries = Object.entries(value).map(([key, inner]) => [key, marked(inner, mark)] as const)
  const own = isMarked(value, mark) ? ownMarks(value, mark) : {}
  const isSame =
    entries.every(([key, inner]) => inner === Reflect.get(value, key)) && hasMarks(value, own)
  return isSame ? value : { ...Object.fromEntries(entries), ...own }
}

const isMarked = (value: object, { id }: SavedMark) =>
  'id' in value && value.id === id && 'isSaved' in value && typeof value.isSaved === 'boolean'

const ownMarks = (value: object, { isSaved, savedId }: SavedMark) => ({
  isSaved,
  ...('savedId' in value && { savedId: isSaved ? (savedId ?? value.savedId) : null }),
})

const hasMarks = (value: object, marks: object) =>
  Object.entries(marks).every(([key, mark]) => Reflect.get(value, key) === mark)

/** An item that can be saved. `savedId` is a product's id in the saved list, if known. */
export type SaveSubject =
  | { kind: 'store'; storeId: StoreId; name: string }
  | { kind: 'product'; productId: string; name: string; savedId?: number | null | undefined }

/** The type of the subject's `id` in every answer: a number for stores, a string for products. */
type SubjectId = number | string

export const idOfSubject = (subject: SaveSubject): SubjectId =>
  subject.kind === 'store' ? subject.storeId : subject.productId
