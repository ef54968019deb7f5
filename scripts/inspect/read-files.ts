import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { VisitPages } from '#discovery/extract/store-snapshot.ts'
import type { Page } from '#discovery/document/page.ts'
import { InputError } from '#scripts/inspect/input-error.ts'
import { parseHeaderDump, type HeaderDump } from '#scripts/inspect/parse-header-dump.ts'
import type { FilesInput } from '#scripts/inspect/read-input.ts'

function readBytes(option: string, file: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(file))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    throw new InputError(
      `--${option} ${file}: ${code === 'ENOENT' ? 'no such file' : `cannot be read (${code})`}`,
    )
  }
}

function readHeaders(file: string | null): HeaderDump | null {
  if (file === null) return null
  const dump = parseHeaderDump(new TextDecoder().decode(readBytes('headers', file)))
  if (!dump)
    throw new InputError(`--headers ${file}: neither lines "name: value" nor a JSON object`)
  return dump
}

/** Reads files at their own location, unless the original address is given. */
const addressOf = (url: URL | null, path: string | null, file: string): string =>
  url ? new URL(path ?? url.href, url).href : pathToFileURL(resolve(file)).href

/** The files as the pages of one visit, with their host ('' if no address was given). */
export function readFiles(input: FilesInput, now: Date): [VisitPages, string] {
  const dump = readHeaders(input.headers)
  const areOfCatalogue =
    dump !== null && (input.html === null || /\bjson\b/i.test(dump.headers['content-type'] ?? ''))
  const observedMs = Date.parse(dump?.headers['date'] ?? '')
  const fetchedAt = new Date(Number.isNaN(observedMs) ? now : observedMs).toISOString()
  const page = (
    option: string,
    file: string | null,
    path: string | null,
    own: HeaderDump | null,
  ): Page | null => {
    if (file === null && own === null) return null
    const body = file === null ? new Uint8Array() : readBytes(option, file)
    const url = addressOf(input.url, path, file ?? input.headers ?? 'headers')
    return { url, status: own?.status ?? 200, headers: own?.headers ?? {}, body, fetchedAt }
  }
  const areOfMeta = areOfCatalogue && input.products === null && input.meta !== null
  const pages = {
    home: page('html', input.html, null, areOfCatalogue ? null : dump),
    meta: page('meta', input.meta, '/meta.json', areOfMeta ? dump : null),
    products: page(
      'products',
      input.products,
      '/products.json',
      areOfCatalogue && !areOfMeta ? dump : null,
    ),
    contact: [],
  }
  return [pages, input.url?.hostname ?? '']
}
