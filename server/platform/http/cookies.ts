import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Short-lived cookies of ours that scripts cannot read and other sites cannot set. Only for flows
 * that leave our site and return: everything else is proved by the bearer token.
 */
export type Cookies = {
  /** Values of all cookies whose name begins like this, by name. */
  startingWith: (prefix: string) => ReadonlyMap<string, string>
  /** `value`: letters of base64url. */
  set: (name: string, value: string, maxAgeSeconds: number) => void
  clear: (name: string) => void
}

/**
 * `__Host-` binds a cookie to this very host, but needs TLS. Without it, on a loopback address, the
 * plain name has to do.
 */
export function createCookies(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'header'>,
  publicOrigin: string,
): Cookies {
  const isSecure = publicOrigin.startsWith('https:')
  const host = isSecure ? '__Host-' : ''
  const set = (name: string, value: string, maxAgeSeconds: number) => {
    // `Lax`: the provider's redirect back to us is a navigation from another site.
    const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`
    const secure = isSecure ? '; Secure' : ''
    reply.header('set-cookie', `${host}${name}=${value}; ${attributes}${secure}`)
  }
  return {
    startingWith(prefix) {
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
      const own = pairs.flatMap(([name = '', value = '']): [string, string][] =>
        name.startsWith(host + prefix) ? [[name.slice(host.length), value]] : [],
      )
      return new Map(own)
    },
    set,
    clear: (name) => set(name, '', 0),
  }
}
