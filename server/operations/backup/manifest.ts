import * as z from 'zod'
import { isFileName } from '#server/platform/files/file-store.ts'

// A backup may come from anyone. These schemas are all that its texts can be; none of them ever
// becomes a part of a statement: names are compared with those of the product's own tables.

const MOST_TABLES = 1_000
const MOST_COLUMNS = 1_600 // as PostgreSQL
const MOST_FILES = 2_000_000
/** The queue deletes its statistics after days. */
const MOST_DAYS = 400
const LONGEST_FILE_NAME = 255

const identifier = () => z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/, 'is no name of a column')
const tableName = () =>
  z.string().regex(/^(public|pgboss)\.[a-z_][a-z0-9_]{0,62}$/, 'is no name of a table')
const hash = () => z.string().regex(/^[0-9a-f]{64}$/, 'is no SHA-256')
const count = () => z.int().min(0)

export const Table = z.strictObject({
  name: tableName(),
  columns: z.array(identifier()).min(1).max(MOST_COLUMNS),
})
export type Table = z.infer<typeof Table>

/** What a database must look like before rows can enter it. */
export const DatabaseShape = z.strictObject({
  migrations: z
    .array(z.string().regex(/^\d{4}-[a-z0-9-]{1,80}$/))
    .min(1)
    .max(MOST_TABLES),
  /** Version of the job queue's tables, which pg-boss makes. */
  jobQueue: z.int().min(1).max(10_000),
  /** The queue's statistics have one partition for each. */
  statisticsDays: z.array(z.iso.date()).max(MOST_DAYS),
  tables: z.array(Table).min(1).max(MOST_TABLES),
})
export type DatabaseShape = z.infer<typeof DatabaseShape>

/** The first entry of a backup. */
export const Header = DatabaseShape.extend({
  format: z.literal(2),
  product: z.string().regex(/^\d+\.\d+\.\d+[\w.+-]{0,40}$/),
  snapshotAt: z.iso.datetime(),
})
export type Header = z.infer<typeof Header>

/** `sha256`: of its rows as text (`COPY`), in the order of the primary key. */
export const TableDigest = z.strictObject({
  name: tableName(),
  rows: count(),
  bytes: count(),
  sha256: hash(),
})
export type TableDigest = z.infer<typeof TableDigest>

const LEAST_BIGINT = -(2n ** 63n)
const MOST_BIGINT = 2n ** 63n - 1n
const isBigint = (text: string): boolean => {
  const value = BigInt(text)
  return value >= LEAST_BIGINT && value <= MOST_BIGINT
}

export const Sequence = z.strictObject({
  name: tableName(),
  value: z
    .string()
    .regex(/^-?\d{1,19}$/, { abort: true })
    .refine(isBigint),
  isCalled: z.boolean(),
})
export type Sequence = z.infer<typeof Sequence>

const FileDigest = z.strictObject({
  name: z.string().max(LONGEST_FILE_NAME).refine(isFileName, 'is no name of a file'),
  bytes: count(),
  sha256: hash(),
})
export type FileDigest = z.infer<typeof FileDigest>

/** The last entry: a backup without it is incomplete. */
export const Manifest = z.strictObject({
  tables: z.array(TableDigest).max(MOST_TABLES),
  sequences: z.array(Sequence).max(MOST_TABLES),
  files: z.array(FileDigest).max(MOST_FILES),
  /** Photos that were deleted between the snapshot and their turn: their rows name no file. */
  missingPhotos: z.array(z.string().regex(/^[\w-]{1,80}$/)).max(MOST_FILES),
  /** Hash of `app-secret`; null if the environment holds the secret. */
  secretSha256: hash().nullable(),
})
export type Manifest = z.infer<typeof Manifest>

export const HEADER_ENTRY = 'backup.json'
export const MANIFEST_ENTRY = 'manifest.json'
export const SECRET_ENTRY = 'app-secret'
export const FILES_PREFIX = 'files/'

const PART_DIGITS = 6
export const partEntry = ({ name }: Pick<Table, 'name'>, part: number): string =>
  `tables/${name}/${String(part).padStart(PART_DIGITS, '0')}.copy`
