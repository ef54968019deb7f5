import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LOCALES_FOLDER } from '#i18n/read-locale.ts'

export const DIST_FOLDER = join(import.meta.dirname, '../../../dist')

/** Names that carry a hash of their content, and addresses that carry a version of it. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_MINUTES = 'public, max-age=300'

/**
 * The built client with its precompressed copies; without a build only the texts, which need no
 * build.
 */
export async function serveStaticFiles(server: FastifyInstance, distDir: string): Promise<void> {
  const root = join(distDir, 'client')
  const source = existsSync(root)
    ? { root, prefix: '/' }
    : { root: LOCALES_FOLDER, prefix: '/locales/' }
  if (!existsSync(source.root)) return
  await server.register(fastifyStatic, {
    ...source,
    // One route per file, so that every other address leads to a page.
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => reply.header('cache-control', cachingOf(reply)),
  })
}

function cachingOf({ request }: FastifyReply): string {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  const isVersioned =
    pathname.startsWith('/assets/') || (pathname.startsWith('/locales/') && searchParams.has('v'))
  return isVersioned ? FOR_EVER : FOR_MINUTES
}

/** When the client was built; null without a build. */
export const builtAt = (distDir: string): Date | null =>
  statSync(join(distDir, 'client/.vite/manifest.json'), { throwIfNoEntry: false })?.mtime ?? null

/** Folders of files: an unknown address in them is not a page. */
export const isFileAddress = (path: string): boolean =>
  path.startsWith('/assets/') || path.startsWith('/locales/')
