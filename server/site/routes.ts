import type { FastifyRequest } from 'fastify'
import {
  directoryResponseHeaders,
  HTTP_MESSAGE_SIGNATURES_DIRECTORY,
  MediaType,
} from 'web-bot-auth'
import { HOUR_MS } from '#contracts/dates.ts'
import * as contactApi from '#contracts/site/contact.ts'
import * as newsletterApi from '#contracts/site/mail-subscriptions.ts'
import { pageOfPreview, PREVIEWS_PATH } from '#contracts/site/public-pages.ts'
import * as testimonialsApi from '#contracts/site/testimonials.ts'
import { isLanguage } from '#i18n/languages.ts'
import { notFound } from '#server/platform/errors.ts'
import { readBotKey } from '#server/platform/http/request-signing.ts'
import { type App, route } from '#server/platform/http/route.ts'
import { createSharedTexts, sendShared } from '#server/platform/http/shared-bodies.ts'
import { limits } from '#server/site/limits.ts'
import { sendContactMessage } from './contact/contact.ts'
import { confirmSubscription, subscribe } from './newsletter/newsletter.ts'
import { createPreviews, createPreviewTexts } from './previews/draw-preview.ts'
import {
  listSitemapPages,
  robotsTxt,
  SECURITY_TXT_PATH,
  securityTxt,
  sitemapXml,
} from './site-files/sitemap.ts'
import { listTestimonials } from './testimonials/testimonials.ts'

export function contactRoutes(app: App): void {
  route(app, contactApi.sendContactMessage, ({ ctx, body }) => sendContactMessage(ctx, body), {
    limits: [limits.contactNetwork],
  })
}

export function newsletterRoutes(app: App): void {
  route(app, newsletterApi.subscribeNewsletter, ({ ctx, body }) => subscribe(ctx, body), {
    limits: [limits.newsletterNetwork],
  })
  route(app, newsletterApi.confirmNewsletter, ({ ctx, body }) => confirmSubscription(ctx, body))
}

const TESTIMONIALS_CACHING = 'public, max-age=300'

export function testimonialRoutes(app: App): void {
  route(app, testimonialsApi.listTestimonials, ({ ctx, query }) => listTestimonials(ctx, query), {
    caching: TESTIMONIALS_CACHING,
  })
}

export const KEY_DIRECTORY_PATH = HTTP_MESSAGE_SIGNATURES_DIRECTORY

/** Shorter than the validity of the signature below, so that no cache serves an expired one. */
const CACHE_SECONDS = 30 * 60

/**
 * Not an endpoint value: the draft (http-message-signatures-directory) fixes its type and path. The
 * answer is signed with the key that it contains, over our own host name, whatever name the request
 * gives, so that no other site can present it as its own.
 */
export function botIdentityRoutes({
  server,
  ctx,
  services: { originOf },
}: App<SiteServices>): void {
  server.get(KEY_DIRECTORY_PATH, async (request, reply) => {
    const { publicKey, signer } = await readBotKey(ctx)
    const created = ctx.now()
    const signature = await directoryResponseHeaders(
      {
        request: {
          method: 'GET',
          url: `${originOf(request)}${KEY_DIRECTORY_PATH}`,
          headers: {},
        },
        response: { status: 200, headers: {} },
      },
      [signer],
      { created, expires: new Date(created.getTime() + HOUR_MS) },
    )
    return (
      reply
        .type(MediaType.HTTP_MESSAGE_SIGNATURES_DIRECTORY)
        .headers({
          'cache-control': `public, max-age=${CACHE_SECONDS}`,
          signature: signature.Signature,
          'signature-input': signature['Signature-Input'],
        })
        // Bytes, because the framework adds a charset to text.
        .send(Buffer.from(JSON.stringify({ keys: [publicKey] })))
    )
  })
}

export type SiteServices = {
  /** As the visitor sees it. */
  originOf: (request: FastifyRequest) => string
  /** The build time of the web, which dates pages without their own date. */
  builtAt: Date
}

const HOUR_SECONDS = 60 * 60
const FILES_CACHING = `public, max-age=${HOUR_SECONDS}`
const TEXT_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': FILES_CACHING,
}

/** Not endpoint values: external standards fix these addresses. */
export function siteFileRoutes({ server, ctx, services }: App<SiteServices>): void {
  const { originOf, builtAt } = services
  server.get('/robots.txt', async (request, reply) =>
    reply.headers(TEXT_HEADERS).send(robotsTxt(originOf(request))),
  )
  const texts = createSharedTexts(ctx)
  server.get('/sitemap.xml', async (request, reply) => {
    const origin = originOf(request)
    const write = async () => sitemapXml(origin, await listSitemapPages({ ...ctx, builtAt }))
    const text = await texts(origin, write)
    reply.headers({
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': FILES_CACHING,
    })
    return sendShared(request, reply, text)
  })
  server.get(SECURITY_TXT_PATH, async (request, reply) =>
    reply
      .headers(TEXT_HEADERS)
      .send(securityTxt(originOf(request), ctx.config.SUPPORT_EMAIL, ctx.now())),
  )
}

const YEAR_SECONDS = 365 * 24 * 60 * 60

const PREVIEW_HEADERS = {
  'content-type': 'image/png',
  // A name never refers to another picture.
  'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
  // Other sites may embed it.
  'cross-origin-resource-policy': 'cross-origin',
}

/** Not an endpoint value: it answers bytes, to any site that shows a link to one of our pages. */
export function previewRoutes({ server, ctx, services: { originOf } }: App<SiteServices>): void {
  const previews = createPreviews(createPreviewTexts(ctx))
  server.get<{ Params: { language: string; file: string } }>(
    PREVIEWS_PATH,
    async (request, reply) => {
      const { language, file } = request.params
      const page = pageOfPreview(file)
      if (!isLanguage(language) || page === null) throw notFound()
      const path = `/previews/${language}/${file}`
      const found = await previews.find({
        path,
        language,
        page,
        host: new URL(originOf(request)).host,
      })
      if (!found) throw notFound()
      switch (found.kind) {
        case 'moved':
          return reply.redirect(found.path)
        case 'picture':
          return reply.headers(PREVIEW_HEADERS).send(found.png)
        default:
          return found satisfies never
      }
    },
  )
}
