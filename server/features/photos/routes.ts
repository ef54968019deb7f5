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
  // A name never refers to another photo. Private: no shared cache keeps a photo that its owner removes.
  'cache-control': `private, max-age=${YEAR_SECONDS}, immutable`,
  'content-disposition': 'inline; filename=photo.webp',
  // Opened directly it is a document, which this policy disables.
  'content-security-policy': `default-src 'none'; sandbox`,
}

export function photoRoutes(app: App): void {
  const photoLimits = createPhotoLimits(app.ctx.db)
  route(app, api.uploadPhoto, ({ ctx, readFile }) => uploadPhoto({ ...ctx, photoLimits }, readFile))
  route(app, api.removePhoto, ({ ctx }) => removePhoto(ctx))
  // Not an endpoint value: it answers bytes, and an `<img>` cannot send a bearer token. Knowing the name is the permission.
  app.server.get<{ Params: { name: string } }>(PHOTO_PATH, async ({ params }, reply) => {
    const bytes = await getPhoto(app.ctx, params.name)
    return reply.headers(HEADERS).send(bytes)
  })
}
