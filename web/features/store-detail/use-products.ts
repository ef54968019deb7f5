import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { listStoreProducts } from '#contracts/products.ts'
import { q } from '#web/api/query.ts'
import { oneStepFurther, readListReturn } from '#web/lib/list-return.ts'
import {
  productsQueryOf,
  readProductsAddress,
  withProducts,
  type ProductsAddress,
} from './products-address.ts'

/** The products that the address describes, and a function to change it. */
export function useProducts(domain: string) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const address = readProductsAddress(params)
  const products = useQuery({
    ...q(listStoreProducts, { params: { domain }, query: productsQueryOf(address) }),
    placeholderData: keepPreviousData,
  })
  return {
    address,
    products,
    /** Replaces the history entry, so that the number of steps back to the list stays the same. */
    change: (to: Partial<ProductsAddress>) =>
      setParams((now) => withProducts(now, to), { replace: true, state, preventScrollReset: true }),
    hrefOf: (page: number) => `?${withProducts(params, { page })}`,
    pageState: oneStepFurther(readListReturn(state)),
  }
}
