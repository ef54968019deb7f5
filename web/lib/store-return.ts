/** Stored in the history entry of a product's page that was opened from its store's products, one step back. */
export type StoreReturn = { fromStoreId: number }

/** History state is untrusted browser data. */
export const cameFromStore = (state: unknown, storeId: number): boolean =>
  typeof state === 'object' && state !== null && 'fromStoreId' in state && state.fromStoreId === storeId
