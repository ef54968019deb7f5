import type { SavedProduct, SavedStore } from '#contracts/saved.ts'
import type { SaveSubject } from '#web/lib/saved-subject.ts'
import type { SavedKind } from './saved-address.ts'

export type SavedItem = SavedStore | SavedProduct

export const kindOf = (item: SavedItem): SavedKind => ('store' in item ? 'stores' : 'products')

export const nameOf = (item: SavedItem): string => ('store' in item ? item.store.name : item.product.title)

/**
 * An item removed on this page stays in the cached answer, marked as not saved, until the list reloads. Undo can thus restore it in place.
 */
export const isStillSaved = (item: SavedItem): boolean =>
  'store' in item ? item.store.isSaved : item.product.isSaved

export const subjectOf = (item: SavedItem): SaveSubject =>
  'store' in item
    ? { kind: 'store', storeId: item.storeId, name: item.store.name }
    : { kind: 'product', productId: item.productId, name: item.product.title, savedId: item.id }
