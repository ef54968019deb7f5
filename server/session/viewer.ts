import type { Role } from '#contracts/auth.ts'

/** Who asks: read from the database on every request, so that a changed role counts at once. */
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
  /** When this session began, and when its person last proved who they are since. */
  signedInAt: Date
  provenAt: Date | null
  /** When the account was made, its last call that was noted, and the end of the stay before: see `stays/note-stay.ts`. */
  memberSince: Date
  stayedUntil: Date | null
  previousStayUntil: Date | null
}

export const isPaid = (viewer: Viewer): boolean => viewer.role !== 'GUEST'
