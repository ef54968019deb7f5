import { createContext } from 'react'
import type { StoresQuery } from './list-address.ts'

/**
 * The query of the whole list, for the parts of the panel that load more. A context, so that other parts do not re-render when it changes.
 */
export const StoresQueryContext = createContext<StoresQuery>({ launchStatus: 'new' })
