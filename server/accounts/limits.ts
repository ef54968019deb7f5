import { HOUR, limit, MINUTE } from '#server/platform/limits.ts'

const WINDOW = 15 * MINUTE

export const limits = {
  // A school or an office is one network, and people there sign up together.
  signUpNetwork: limit('sign-up-network', 'network', 20, HOUR),
  signUpAddress: limit('sign-up-address', 'address', 5, HOUR),
  verificationNetwork: limit('verification-network', 'network', 5, HOUR),
  verificationAddress: limit('verification-address', 'address', 5, HOUR),
  resetNetwork: limit('reset-network', 'network', 5, HOUR),
  resetAddress: limit('reset-address', 'address', 5, HOUR),
  // New passwords that are compared with the common ones: each comparison takes milliseconds of
  // CPU.
  newPassword: limit('new-password', 'network', 100, HOUR),

  // Failures. Those of an address, from any network, only start delays.
  signInPair: limit('signin-pair', 'pair', 3, WINDOW),
  signInNetwork: limit('signin-network', 'network', 20, WINDOW),
  signInAddress: limit('signin-address', 'address', 5, WINDOW),
  // Failures. Each attempt costs a signature check, and perhaps a request to the provider.
  identity: limit('identity', 'network', 30, WINDOW),
  secondFactor: limit('second-factor', 'account', 5, WINDOW),

  // Each change sends mail to an unverified address, and an attacker who wants to flood a mailbox
  // may have many accounts.
  emailChange: limit('email-change', 'account', 5, HOUR),
  emailChangeAddress: limit('email-change-address', 'address', 5, HOUR),
  photo: limit('photo', 'account', 20, HOUR),
}
