import type { FastifyRequest } from 'fastify'
import type { App } from '#server/route.ts'
import { listSitemapPages } from './list-sitemap-pages.ts'
import { robotsTxt } from './robots-txt.ts'
import { SECURITY_TXT_PATH, securityTxt } from './security-txt.ts'
import { sitemapXml } from './sitemap.ts'

type Parts = { originOf: (request: FastifyRequest) => string; builtAt: Date }

const HOUR_SECONDS = 60 * 60
const CACHING = `public, max-age=${HOUR_SECONDS}`

/** Not endpoint values: external standards fix these addresses. */
export function siteFileRoutes({ server, ctx }: App, { originOf, builtAt }: Parts): void {
  server.get('/robots.txt', async (request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': CACHING })
      .send(robotsTxt(originOf(request))),
  )
  server.get('/sitemap.xml', async (request, reply) =>
    reply
      .headers({ 'content-type': 'application/xml; charset=utf-8', 'cache-control': CACHING })
      .send(sitemapXml(originOf(request), await listSitemapPages({ ...ctx, builtAt }))),
  )
  server.get(SECURITY_TXT_PATH, async (request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': CACHING })
      .send(securityTxt(originOf(request), ctx.config.SUPPORT_EMAIL, ctx.now())),
  )
}
