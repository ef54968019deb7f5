import type { Db } from '#server/platform/db/schema.ts'
import { createProductSearch } from './embedded/product-search.ts'
import { createStoreSearch } from './embedded/store-search.ts'
import type { ProductSearch, StoreSearch } from './search.ts'

export type SearchServices = {
  /** Finds the stores that match a query. */
  storeSearch: StoreSearch
  /** Finds which products were trending when. */
  productSearch: ProductSearch
}

export function createSearch({ db }: { db: Db }): SearchServices {
  const storeSearch = createStoreSearch({ db })
  return { storeSearch, productSearch: createProductSearch({ db, stores: storeSearch }) }
}
