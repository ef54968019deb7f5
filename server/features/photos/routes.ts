import * as api from '#contracts/users.ts'
import { type App, route } from '#server/route.ts'
import { getPhoto } from './get-photo.ts'
import { createPhotoLimits } from './photo-limits.ts'
import { PHOTO_PATH } from './photo-name.ts'
import { removePhoto } from './remove-photo.ts'
import { uploadPhoto } from './upload-photo.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

const HEADERS = {
  'content-type': 'image/webp',
  // A name never stands for another photo. Private: no cache between us keeps what its owner removes.
  'cache-control': `private, max-age=${YEAR_SECONDS}, immutable`,
  'content-disposition': 'inline; filename=photo.webp',
  // Opened by itself it is a document; one that may do nothing.
  'content-security-policy': `default-src 'none'; sandbox`,
}

export function photoRoutes(app: App): void {
  const photoLimits = createPhotoLimits(app.ctx.db)
  route(app, api.uploadPhoto, ({ ctx, readFile }) => uploadPhoto({ ...ctx, photoLimits }, readFile))
  route(app, api.removePhoto, ({ ctx }) => removePhoto(ctx))
  // Not an endpoint value: it answers bytes, and an `<img>` cannot send a bearer. The name is the permission.
  app.server.get<{ Params: { name: string } }>(PHOTO_PATH, async ({ params }, reply) => {
    const bytes = await getPhoto(app.ctx, params.name)
    return reply.headers(HEADERS).send(bytes)
  })
}
