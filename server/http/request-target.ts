import type { FastifyRequest } from 'fastify'
import { invalidRequest } from '#server/errors.ts'

/** RFC 9112, 3.2.2: a client that takes us for a proxy sends the whole address instead of the path. */
const ABSOLUTE_FORM = /^[a-z][a-z0-9+.-]*:\/\//i

type RawRequest = { url?: string | undefined; headers: { host?: string | undefined } }

/** Our own address in absolute form becomes its path; anything else stays as it is. */
export const createTargetRewrite =
  (publicOrigin: string) =>
  ({ url = '/', headers }: RawRequest): string => {
    if (url.startsWith('/') || !ABSOLUTE_FORM.test(url)) return url
    const target = URL.parse(url)
    // With PORT=0 nobody knows the origin beforehand; the Host header then stands for it, as it does for pages.
    const own = publicOrigin.endsWith(':0') ? `http://${headers.host}` : publicOrigin
    return target?.origin === URL.parse(own)?.origin ? pathOf(url) : url
  }

/** As the client wrote it: parsing it would resolve dots and change what is encoded. */
function pathOf(url: string): string {
  const rest = url.replace(/^[^/]*\/\/[^/?]*/, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** We are no proxy: what belongs to another server is not ours to answer. @throws AppError `invalid_request` */
export function refuseForeignTarget({ url }: Pick<FastifyRequest, 'url'>): void {
  if (!url.startsWith('/') && ABSOLUTE_FORM.test(url)) throw invalidRequest()
}
