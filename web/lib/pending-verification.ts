/** Session storage: the address that this tab signed up with, until it is confirmed. */
export const PENDING_VERIFICATION_KEY = 'pendingVerification'
