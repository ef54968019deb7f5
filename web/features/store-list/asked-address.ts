import { createContext, use } from 'react'
import type { ListAddress } from './list-address.ts'

/**
 * The latest requested address. The rest of the list renders only when its rows have arrived (`use-rows-first.ts`); the controls that show
 * the press itself use this address.
 */
type Asked = {
  address: ListAddress
  /** True while the rendered list still belongs to the previous address. */
  isAhead: boolean
}

export const AskedContext = createContext<Asked | null>(null)

export function useAsked(): Asked {
  const asked = use(AskedContext)
  if (!asked) throw new Error('no AskedContext above this part of the list')
  return asked
}
