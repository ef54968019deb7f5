import { createContext, use } from 'react'
import type { Services } from './services.ts'

const ServicesContext = createContext<Services | null>(null)

export const ServicesProvider = ServicesContext.Provider

/** Gives components the services that loaders get from the router's context. */
export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('no ServicesProvider above this component')
  return services
}
