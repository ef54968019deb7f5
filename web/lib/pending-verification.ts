/** Session storage: the address to which a sign-up of this tab sent its mail, until it is confirmed. */
export const PENDING_VERIFICATION_KEY = 'pendingVerification'
