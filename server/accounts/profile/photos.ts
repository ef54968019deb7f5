import { randomBytes } from 'node:crypto'
import type { Profile } from '#contracts/accounts/users.ts'
import type { UserId } from '#contracts/ids.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound, sessionExpired } from '#server/platform/errors.ts'
import { encodePicture, type Frame } from '#server/platform/files/picture-encoder.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'
import { readPhotoFile, removePhotoFile, writePhotoFile } from './photo-files.ts'
import { getProfile } from './profile.ts'

/** The route counts first: beyond the limit no byte of the file is read. */
export async function uploadPhoto(
  ctx: RequestContext,
  readFile: () => Promise<Buffer>,
): Promise<Profile> {
  const { userId } = requireViewer(ctx)
  const bytes = await encodePhoto(await readFile())
  const name = randomBytes(NAME_BYTES).toString('base64url')
  // The file first, so that no row names a missing one. Should the transaction fail, a job deletes
  // the file: perhaps it was only reported so.
  await writePhotoFile(ctx, name, bytes)
  const replaced = await recordPhoto(ctx, userId, name)
  if (replaced !== undefined) await removePhotoFile(ctx, replaced)
  return getProfile(ctx)
}

/** @returns the name of the photo that this one replaces */
const recordPhoto = (
  ctx: RequestContext,
  userId: UserId,
  name: string,
): Promise<string | undefined> =>
  inTransaction(ctx, async (ctx) => {
    await setPictureUrl(ctx.db, userId, `${PHOTOS_FOLDER}/${name}`)
    const previous = await ctx.db
      .selectFrom('user_photos')
      .select('name')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    const photo = { name, created_at: ctx.now() }
    await ctx.db
      .insertInto('user_photos')
      .values({ user_id: userId, ...photo })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(photo))
      .execute()
    await recordAuditEvent(ctx, { kind: 'photo.changed', userId, network: ctx.network })
    return previous?.name
  })

/** @throws AppError `not_found` for unknown names, and for photos of closed accounts */
export async function getPhoto(
  ctx: Pick<AppContext, 'db' | 'files'>,
  name: string,
): Promise<Buffer> {
  if (!NAME.test(name)) throw notFound()
  const photo = await ctx.db
    .selectFrom('user_photos')
    .innerJoin('users', 'users.id', 'user_photos.user_id')
    .select('user_photos.name')
    .where('user_photos.name', '=', name)
    .where('users.deletion_requested_at', 'is', null)
    .executeTakeFirst()
  const bytes = photo && (await readPhotoFile(ctx, photo.name))
  if (!bytes) throw notFound()
  return bytes
}

export async function removePhoto(ctx: RequestContext): Promise<Profile> {
  const { userId } = requireViewer(ctx)
  const removed = await inTransaction(ctx, async (ctx) => {
    await setPictureUrl(ctx.db, userId, null)
    const photo = await ctx.db
      .deleteFrom('user_photos')
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst()
    if (!photo) return undefined
    await recordAuditEvent(ctx, {
      kind: 'photo.changed',
      userId,
      network: ctx.network,
      detail: { isRemoved: true },
    })
    return photo.name
  })
  if (removed !== undefined) await removePhotoFile(ctx, removed)
  return getProfile(ctx)
}

/**
 * Locks the account's row first, so that a photo cannot be stored while its account is erased.
 * @throws AppError `session_expired` when the account was erased or closed meanwhile
 */
async function setPictureUrl(db: Db, userId: UserId, pictureUrl: string | null): Promise<void> {
  const updated = await db
    .updateTable('users')
    .set({ picture_url: pictureUrl })
    .where('id', '=', userId)
    .where('deletion_requested_at', 'is', null)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw sessionExpired()
}

/** A square for the round frame of the screens, for any input. */
const FRAME: Frame = { width: 512, height: 512, fit: 'cover' }

/**
 * @throws AppError `unsupported_media_type` when the content is not a picture, `invalid_picture`
 * when it cannot be read
 */
async function encodePhoto(bytes: Uint8Array): Promise<Buffer> {
  const encoded = await encodePicture(bytes, FRAME)
  switch (encoded.kind) {
    case 'picture':
      return Buffer.from(encoded.bytes)
    case 'unsupported':
      throw new AppError('unsupported_media_type', { field: 'file' })
    case 'damaged':
      throw new AppError('invalid_picture', { field: 'file' })
    default:
      return encoded satisfies never
  }
}

const PHOTOS_FOLDER = '/api/users/photos'
export const PHOTO_PATH = `${PHOTOS_FOLDER}/:name`

/** 128 bits cannot be guessed: only viewers of the photo know the name. */
const NAME_BYTES = 16
const NAME = /^[\w-]{22}$/

export const photoOperation = {
  '/api/users/photos/{name}': {
    get: {
      operationId: 'getPhoto',
      summary: "An account's photo. Its name cannot be guessed; a new photo gets a new one.",
      tags: ['users'],
      security: [],
      'x-access': 'public',
      parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: 'Done.', content: { 'image/webp': {} } },
        404: { $ref: '#/components/responses/Error' },
        503: { $ref: '#/components/responses/Error' },
      },
    },
  },
}
