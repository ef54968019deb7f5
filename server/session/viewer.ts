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
}

export const isPaid = (viewer: Viewer): boolean => viewer.role !== 'GUEST'
