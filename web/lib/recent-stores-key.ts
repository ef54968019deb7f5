/** Local storage; deleted at the end of the session. */
export const RECENT_STORES_KEY = 'recent-stores'
