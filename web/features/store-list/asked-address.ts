import { createContext, use } from 'react'
import type { ListAddress } from './list-address.ts'

/**
 * What was asked for last. Everything else of the list is drawn when its rows are there (`use-rows-first.ts`); what shows the press itself
 * goes by this.
 */
type Asked = {
  address: ListAddress
  /** What is drawn is still of the address before. */
  isAhead: boolean
}

export const AskedContext = createContext<Asked | null>(null)

export function useAsked(): Asked {
  const asked = use(AskedContext)
  if (!asked) throw new Error('no AskedContext above this part of the list')
  return asked
}
