import type { FastifyRequest } from 'fastify'
import { invalidRequest } from '#server/errors.ts'

/** RFC 9112, 3.2.2: a client that takes this server for a proxy sends the whole address instead of the path. */
const ABSOLUTE_FORM = /^[a-z][a-z0-9+.-]*:\/\//i

type RawRequest = { url?: string | undefined; headers: { host?: string | undefined } }

/** Reduces our own address in absolute form to its path; leaves any other address unchanged. */
export const createTargetRewrite =
  (publicOrigin: string) =>
  ({ url = '/', headers }: RawRequest): string => {
    if (url.startsWith('/') || !ABSOLUTE_FORM.test(url)) return url
    const target = URL.parse(url)
    // With PORT=0 the origin is unknown beforehand; the Host header is used instead, as for pages.
    const own = publicOrigin.endsWith(':0') ? `http://${headers.host}` : publicOrigin
    return target?.origin === URL.parse(own)?.origin ? pathOf(url) : url
  }

/** As the client wrote it: parsing would resolve dots and change the encoding. */
function pathOf(url: string): string {
  const rest = url.replace(/^[^/]*\/\/[^/?]*/, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** This server is not a proxy: it refuses requests for other servers. @throws AppError `invalid_request` */
export function refuseForeignTarget({ url }: Pick<FastifyRequest, 'url'>): void {
  if (!url.startsWith('/') && ABSOLUTE_FORM.test(url)) throw invalidRequest()
}
