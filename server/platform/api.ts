/** What the platform itself owns, in the form in which the domains say it. */
import { apiKeys } from './session/integrations.ts'

export { erasure } from './erasure.ts'
export { limits } from './limits.ts'
export { retention, tables } from './tables.ts'

export const integrations = [apiKeys]
