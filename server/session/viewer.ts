import type { Role } from '#contracts/auth.ts'

/** The caller: read from the database on every request, so that a role change takes effect at once. */
export type Viewer = {
  userId: string
  sessionId: string
  role: Role
  email: string
  firstName: string
  lastName: string
  pictureUrl: string | null
  /** False for accounts that only ever signed in through the identity provider. */
  hasPassword: boolean
  emailKey: string
  /** When this session began, and when its person last proved their identity since. */
  signedInAt: Date
  provenAt: Date | null
  /** When the account was created, its last recorded call, and the end of the previous stay: see `stays/note-stay.ts`. */
  memberSince: Date
  stayedUntil: Date | null
  previousStayUntil: Date | null
}

export const isPaid = (viewer: Viewer): boolean => viewer.role !== 'GUEST'
