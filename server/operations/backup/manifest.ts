import * as z from 'zod'

/**
 * A table as SQL names it. `order`: the primary key, texts in byte order, so that every server
 * sorts alike.
 */
export const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  order: z.array(z.string()),
})
export type Table = z.infer<typeof Table>

const Partition = z.object({ name: z.string(), parent: z.string(), bound: z.string() })

/** What a database must look like before rows can enter it. */
export const DatabaseShape = z.object({
  /** Names of the migrations that it has had. */
  migrations: z.array(z.string()),
  /** Version of the job queue's tables, which pg-boss makes. */
  jobQueue: z.int(),
  tables: z.array(Table),
  partitions: z.array(Partition),
})
export type DatabaseShape = z.infer<typeof DatabaseShape>

/** The first entry of a backup. */
export const Header = DatabaseShape.extend({
  format: z.literal(1),
  product: z.string(),
  snapshotAt: z.iso.datetime(),
})
export type Header = z.infer<typeof Header>

/** `sha256`: of its rows as text (`COPY`), in the order of the primary key. */
export const TableDigest = z.object({
  name: z.string(),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
})
export type TableDigest = z.infer<typeof TableDigest>

export const Sequence = z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })
export type Sequence = z.infer<typeof Sequence>

const FileDigest = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })
export type FileDigest = z.infer<typeof FileDigest>

/** The last entry: a backup without it is incomplete. */
export const Manifest = z.object({
  tables: z.array(TableDigest),
  sequences: z.array(Sequence),
  files: z.array(FileDigest),
  /** Photos that were deleted between the snapshot and their turn: their rows name no file. */
  missingPhotos: z.array(z.string()),
  /** Hash of `app-secret`; null if the environment holds the secret. */
  secretSha256: z.string().nullable(),
})
export type Manifest = z.infer<typeof Manifest>

export const HEADER_ENTRY = 'backup.json'
export const MANIFEST_ENTRY = 'manifest.json'
export const SECRET_ENTRY = 'app-secret'
export const FILES_PREFIX = 'files/'
export const tablePrefix = ({ name }: Pick<Table, 'name'>): string => `tables/${name}/`
