import { createHash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { packTar, type TarEntry } from 'modern-tar'
import * as z from 'zod'
import type { Entry } from '#server/operations/backup/archive.ts'
import { partEntry } from '#server/operations/backup/manifest.ts'
import { createSigner } from '#server/operations/backup/signature.ts'

/** The worst forger: one who can sign, so that only what the file says can give it away. */
export const forger = createSigner(Buffer.alloc(32, 1))

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

export const sealed = (content: Uint8Array, signer = forger): Buffer =>
  Buffer.concat([content, signer.sign(sha256(content))])

export const packed = async (entries: TarEntry[]): Promise<Buffer> =>
  zstdCompressSync(await packTar(entries))

export const forged = async (entries: Entry[]): Promise<Buffer> =>
  sealed(await packed(entries.map(asTar)))

export const asTar = ({ name, bytes }: Entry): TarEntry => ({
  header: { name, size: bytes.length },
  body: bytes,
})

/** A copy of the JSON value in which the value at this place, such as `tables.0.name`, is another. */
export function put(json: unknown, place: string, value: unknown): unknown {
  const [at = '', ...rest] = place.split('.')
  const inner: unknown = Object(json)[at]
  const changed = rest.length === 0 ? value : put(inner, rest.join('.'), value)
  return Object.assign(Array.isArray(json) ? [...json] : { ...Object(json) }, { [at]: changed })
}

type Change = (json: unknown) => unknown

export const edited = (entries: Entry[], name: string, change: Change): Entry[] =>
  replaced(entries, name, ({ bytes }) => Buffer.from(JSON.stringify(change(readJson(bytes)))))

const readJson = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString())

export const replaced = (
  entries: Entry[],
  name: string,
  other: (entry: Entry) => Uint8Array,
): Entry[] => entries.map((entry) => (entry.name === name ? { name, bytes: other(entry) } : entry))

const Named = z.object({ tables: z.array(z.object({ name: z.string() })) })

export const rowsOf = (entries: Entry[], table: string): string => {
  const name = partEntry({ name: table }, 1)
  return Buffer.from(entries.find((entry) => entry.name === name)?.bytes ?? []).toString('latin1')
}

export function withRows(entries: Entry[], table: string, text: string): Entry[] {
  const [header] = entries
  const names = Named.parse(header && readJson(header.bytes)).tables.map(({ name }) => name)
  const rank = ({ name }: Entry): number => {
    const [, of = ''] = /^tables\/([^/]+)\//.exec(name) ?? []
    if (of) return names.indexOf(of)
    return /^(backup\.json|files\/photos\/)/.test(name) ? -1 : names.length
  }
  const bytes = Buffer.from(text, 'latin1')
  const rows = { name: partEntry({ name: table }, 1), bytes }
  const others = entries.filter((entry) => rank(entry) !== rank(rows))
  const before = others.filter((entry) => rank(entry) < rank(rows))
  const after = others.filter((entry) => rank(entry) > rank(rows))
  const digest = {
    rows: text.split('\n').length - 1,
    bytes: bytes.length,
    sha256: sha256(bytes).toString('hex'),
  }
  return withDigest([...before, rows, ...after], 'tables', table, digest)
}

export const withDigest = (
  entries: Entry[],
  list: 'tables' | 'sequences',
  name: string,
  change: object,
): Entry[] =>
  edited(entries, 'manifest.json', (json) => {
    const of = z.array(z.looseObject({ name: z.string() })).parse(Object(json)[list])
    return put(
      json,
      list,
      of.map((each) => (each.name === name ? { ...each, ...change } : each)),
    )
  })
