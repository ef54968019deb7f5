import { fieldsOf } from '#web/lib/browser/browser-storage.ts'

/**
 * Stored in the history entry of a store's page: the list that led to it, the number of steps back
 * to that list, and the page of it (0-based) on which the store was. `isLeads`: the own leads, which
 * have no pages.
 */
export type ListReturn = {
  listSearch: string
  stepsBack: number
  listPage?: number
  isLeads?: true
}

export const listReturn = (listSearch: string, listPage = 0): ListReturn => ({
  listSearch,
  stepsBack: 1,
  listPage,
})

export const leadsReturn = (listSearch: string): ListReturn => ({
  listSearch,
  stepsBack: 1,
  isLeads: true,
})

/** History state is untrusted: other versions of this client may have written it. */
export function readListReturn(state: unknown): ListReturn | null {
  const { listSearch, stepsBack, listPage, isLeads } = fieldsOf(state)
  if (typeof listSearch !== 'string' || !Number.isInteger(stepsBack)) return null
  const isPage = Number.isInteger(listPage) && Number(listPage) >= 0
  return {
    listSearch,
    stepsBack: Number(stepsBack),
    ...(isPage && { listPage: Number(listPage) }),
    ...(isLeads === true && { isLeads }),
  }
}

/** For a link that adds a history entry, such as another page of the store's products. */
export const oneStepFurther = (back: ListReturn | null): ListReturn | null =>
  back && { ...back, stepsBack: back.stepsBack + 1 }

/** Null when there is no text, or an empty one. */
export function textInState(state: unknown, name: string): string | null {
  const text = fieldsOf(state)[name]
  return typeof text === 'string' && text ? text : null
}

/** Stored in the history entry of the login: a chosen plan led to it. */
export const CHOOSING = { isChoosing: true }

export const isChoosing = (state: unknown): boolean => fieldsOf(state)['isChoosing'] === true

/**
 * In the history entry of a product's page that was opened from its store's products, one step
 * back.
 */
export type StoreReturn = { fromStoreId: number }

export const cameFromStore = (state: unknown, storeId: number): boolean =>
  fieldsOf(state)['fromStoreId'] === storeId
