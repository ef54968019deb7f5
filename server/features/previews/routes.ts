import type { FastifyRequest } from 'fastify'
import { pageOfPreview, PREVIEWS_PATH } from '#contracts/previews.ts'
import { isLanguage } from '#i18n/languages.ts'
import { notFound } from '#server/errors.ts'
import type { App } from '#server/route.ts'
import { createPreviews } from './create-previews.ts'
import { createPreviewTexts } from './preview-texts.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

const HEADERS = {
  'content-type': 'image/png',
  // A name never refers to another picture.
  'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
  // Other sites may embed it.
  'cross-origin-resource-policy': 'cross-origin',
}

/** Not an endpoint value: it answers bytes, to any site that shows a link to one of our pages. */
export function previewRoutes({ server, ctx }: App, originOf: (request: FastifyRequest) => string): void {
  const previews = createPreviews(createPreviewTexts(ctx))
  server.get<{ Params: { language: string; file: string } }>(PREVIEWS_PATH, async (request, reply) => {
    const { language, file } = request.params
    const page = pageOfPreview(file)
    if (!isLanguage(language) || page === null) throw notFound()
    const path = `/previews/${language}/${file}`
    const found = await previews.find({ path, language, page, host: new URL(originOf(request)).host })
    if (!found) throw notFound()
    switch (found.kind) {
      case 'moved':
        return reply.redirect(found.path)
      case 'picture':
        return reply.headers(HEADERS).send(found.png)
      default:
        return found satisfies never
    }
  })
}
