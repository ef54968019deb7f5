import * as z from 'zod/mini'
import { Email, Password, PersonName } from './auth.ts'
import { Done, endpoint, uploadEndpoint } from '#contracts/endpoint.ts'

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))

export const Profile = z.object({
  firstName: PersonName,
  lastName: PersonName,
  /** The confirmed address, used to sign in. */
  email: z.string(),
  pictureUrl: z.nullable(z.string()),
  /** An address that the user entered but has not confirmed yet; null = none. */
  pendingEmail: z.nullable(z.string()),
  hasPassword: z.boolean(),
})
export type Profile = z.infer<typeof Profile>

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/api/users/profile',
  access: 'session',
  summary: "The account's profile.",
  response: Profile,
})

/**
 * Protects actions that a stranger at an unlocked device must not perform. If present, it must be
 * correct.
 */
const CurrentPassword = z.optional(Password)

export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: '/api/users/profile',
  access: 'session',
  summary:
    'Change the name at once, and the address after its owner confirms it by mail. A new address requires the current password or a recent `reauthenticate`.',
  body: z.object({
    firstName: Name,
    lastName: Name,
    email: Email,
    currentPassword: CurrentPassword,
  }),
  response: Profile,
})

export const cancelEmailChange = endpoint({
  name: 'cancelEmailChange',
  method: 'DELETE',
  path: '/api/users/profile/pending-email',
  access: 'session',
  summary: 'Discard the address that awaits confirmation; its link stops working.',
  response: Profile,
})

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/api/users/password',
  access: 'session',
  summary:
    'Change the password. Every other session ends, and this one continues with the token in the answer. Accounts without a password leave `currentPassword` empty, after `reauthenticate`.',
  body: z.object({
    currentPassword: z.string().check(z.maxLength(1024)),
    newPassword: Password,
    confirmPassword: Password,
  }),
  response: z.object({ message: z.string(), token: z.string() }),
})

export const uploadPhoto = uploadEndpoint({
  name: 'uploadPhoto',
  method: 'POST',
  path: '/api/users/profile/photo',
  access: 'session',
  summary:
    'Set the profile photo: JPEG, PNG, WebP, GIF or AVIF of at most 5 MiB. The server encodes it again.',
  upload: { field: 'file', maxBytes: 5 * 1024 * 1024 },
  response: Profile,
})

export const removePhoto = endpoint({
  name: 'removePhoto',
  method: 'DELETE',
  path: '/api/users/profile/photo',
  access: 'session',
  summary: 'Remove the profile photo.',
  response: Profile,
})

export const Preferences = z.object({
  /** A weekly digest by mail; off by default. */
  emailUpdates: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>

export const getPreferences = endpoint({
  name: 'getPreferences',
  method: 'GET',
  path: '/api/users/preferences',
  access: 'session',
  summary: 'The notification preferences of the account.',
  response: Preferences,
})

export const updatePreferences = endpoint({
  name: 'updatePreferences',
  method: 'PUT',
  path: '/api/users/preferences',
  access: 'session',
  summary: 'Change the notification preferences of the account.',
  body: Preferences,
  response: Preferences,
})

export const exportAccount = endpoint({
  name: 'exportAccount',
  method: 'GET',
  path: '/api/users/export',
  access: 'session',
  summary:
    'Everything stored about the account. Requires a sign-in or `reauthenticate` within the last ten minutes.',
  response: z.object({
    exportedAt: z.iso.datetime(),
    account: z.record(z.string(), z.unknown()),
    /**
     * All records that refer to the account, by kind, e.g. `sessions`, `identities`, `auditEvents`.
     */
    records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  }),
})

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  method: 'POST',
  path: '/api/users/deletion',
  access: 'session',
  summary:
    'Delete the account. Every session ends at once, and all data is erased 30 days later unless the user follows the undo link in the mail.',
  body: z.object({ currentPassword: CurrentPassword }),
  response: z.extend(Done, { erasedAt: z.iso.datetime() }),
})
