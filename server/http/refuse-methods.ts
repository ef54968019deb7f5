import type { FastifyInstance, HTTPMethods } from 'fastify'
import { AppError } from '#server/errors.ts'

const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** A known path with another method: answers 405 with the allowed methods, before a byte of the body is read. */
export function refuseOtherMethods(
  server: FastifyInstance,
  endpoints: readonly { path: string; method: string }[],
): void {
  for (const [path, allowed] of methodsByPath(endpoints)) {
    const others = METHODS.filter((method) => !allowed.has(method))
    const allow = [...allowed, ...(allowed.has('GET') ? ['HEAD'] : [])].join(', ')
    server.route({
      method: others,
      url: path,
      onRequest: async (_request, reply) => {
        reply.header('allow', allow)
        throw new AppError('method_not_allowed')
      },
      handler: () => undefined,
    })
  }
}

function methodsByPath(endpoints: readonly { path: string; method: string }[]): Map<string, Set<string>> {
  const byPath = new Map<string, Set<string>>()
  for (const { path, method } of endpoints) byPath.set(path, (byPath.get(path) ?? new Set()).add(method))
  return byPath
}
