/** Local storage; deleted at the end of the session. */
export const RECENT_STORES_KEY = 'recent-stores'

/** Session storage: the address that this tab signed up with, until it is confirmed. */
export const PENDING_VERIFICATION_KEY = 'pendingVerification'
