import { createContext } from 'react'
import type { StoresQuery } from './list-address.ts'

/** What the whole list asks for, for the parts of the panel that ask for more; all others need not know when it changes. */
export const StoresQueryContext = createContext<StoresQuery>({ launchStatus: 'new' })
