import type { Db } from '#server/context.ts'
import { countOrRefuse, createLimiter } from '#server/features/auth/limiter-store.ts'

const WINDOW_SECONDS = 60 * 60
export const MAX_UPLOADS = 20

export type PhotoLimits = {
  /** @throws AppError `rate_limited` */
  countUpload: (userId: string) => Promise<void>
}

export function createPhotoLimits(db: Db): PhotoLimits {
  const uploads = createLimiter(db, { prefix: 'photo', points: MAX_UPLOADS, windowSeconds: WINDOW_SECONDS })
  return { countUpload: (userId) => countOrRefuse(uploads, userId) }
}
