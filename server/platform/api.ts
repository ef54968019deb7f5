/** What the platform itself owns, in the form in which the domains say it. */
export { limits } from './limits.ts'
export { retention, tables } from './tables.ts'
