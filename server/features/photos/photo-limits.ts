import type { Db } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { createLimiter } from '#server/features/auth/limiter-store.ts'

const WINDOW_SECONDS = 60 * 60
export const MAX_UPLOADS = 20

export type PhotoLimits = {
  /** @throws AppError `rate_limited` */
  countUpload: (userId: string) => Promise<void>
}

export function createPhotoLimits(db: Db): PhotoLimits {
  const uploads = createLimiter(db, { prefix: 'photo', points: MAX_UPLOADS, windowSeconds: WINDOW_SECONDS })
  return {
    async countUpload(userId) {
      const { consumedPoints, msBeforeNext } = await uploads.penalty(userId)
      if (consumedPoints > MAX_UPLOADS)
        throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) })
    },
  }
}
