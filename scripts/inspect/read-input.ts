import { parseArgs } from 'node:util'
import { InputError } from '#scripts/inspect/input-error.ts'

export type FilesInput = {
  kind: 'files'
  url: URL | null
  html: string | null
  meta: string | null
  products: string | null
  headers: string | null
}
export type Input = FilesInput | { kind: 'live'; url: URL } | { kind: 'help' }

const text = { type: 'string' } as const
const OPTIONS = {
  html: text,
  url: text,
  meta: text,
  products: text,
  headers: text,
  help: { type: 'boolean' },
} as const

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error))
  }
}

function readUrl(given: string): URL {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`
  if (!URL.canParse(full)) throw new InputError(`--url ${given} is not an address`)
  const url = new URL(full)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new InputError(`--url ${given} is not http or https`)
  return url
}

export function readInput(args: string[]): Input {
  const values = readOptions(args)
  if (values.help) return { kind: 'help' }
  const url = values.url === undefined ? null : readUrl(values.url)
  const { html = null, meta = null, products = null, headers = null } = values
  if ([html, meta, products, headers].some((file) => file !== null))
    return { kind: 'files', url, html, meta, products, headers }
  if (!url)
    throw new InputError(
      'give --html, --meta, --products or --headers FILE, or --url URL (--help explains)',
    )
  return { kind: 'live', url }
}
