import type { AppContext } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { isPhotoName } from './photo-name.ts'

/** @throws AppError `not_found` for unknown names, and for photos of closed accounts */
export async function getPhoto({ db }: Pick<AppContext, 'db'>, name: string): Promise<Buffer> {
  if (!isPhotoName(name)) throw notFound()
  const photo = await db
    .selectFrom('user_photos')
    .innerJoin('users', 'users.id', 'user_photos.user_id')
    .select('user_photos.bytes')
    .where('user_photos.name', '=', name)
    .where('users.deletion_requested_at', 'is', null)
    .executeTakeFirst()
  if (!photo) throw notFound()
  return Buffer.from(photo.bytes)
}
