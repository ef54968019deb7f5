/** Local storage; leaves it with the session. */
export const RECENT_STORES_KEY = 'recent-stores'
