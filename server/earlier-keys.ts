import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { DAY_MS } from '#contracts/dates.ts'
import type { AppContext, Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { KeyPurpose } from '#server/keyring.ts'

/**
 * Earlier versions kept keys in plain text: a copy of the database could sign. These keys still verify for as long as a remembered session
 * lasts.
 */
const ACCEPTED_DAYS = 40
const PLAIN_KEYS = {
  session: 'session_secret',
  picture: 'picture_secret',
  identity: 'identity_secret',
  unsubscribe: 'unsubscribe_secret',
  newsletter: 'newsletter_secret',
  blog_view: 'blog_view_secret',
  bot_signing: 'bot_signing_secret',
} as const satisfies Record<KeyPurpose, string>
/** Row of `system_state` that holds them sealed. */
const SEALED_KEY = 'earlier_keys'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

const PlainRow = z.object({ secret: z.base64url() })
const SealedRow = z.object({ sealed: z.base64url(), until: z.iso.datetime() })
const Key = z.base64url().transform((text) => Buffer.from(text, 'base64url'))
const Sealed = z.partialRecord(z.enum(Object.keys(PLAIN_KEYS)), Key)

type Deps = Pick<AppContext, 'db' | 'now'>
type EarlierKeys = Partial<Record<KeyPurpose, Uint8Array>>

/** Keys of earlier versions, which the first start with a secret seals. `sealingKeys`: the current one seals, each may open. */
export async function readEarlierKeys(ctx: Deps, sealingKeys: readonly Uint8Array[]): Promise<EarlierKeys> {
  const text = await inTransaction(ctx, async ({ db, now }) => {
    await sealPlainKeys(db, now(), sealingKeys[0])
    return readSealed(db, now())
  })
  if (text === null) return {}
  for (const key of sealingKeys) {
    const opened = open(key, text)
    if (opened) return opened
  }
  return {}
}

async function sealPlainKeys(db: Db, now: Date, sealingKey: Uint8Array | undefined): Promise<void> {
  const rows = await db
    .deleteFrom('system_state')
    .where('key', 'in', Object.values(PLAIN_KEYS))
    .returning(['key', 'value'])
    .execute()
  if (rows.length === 0 || !sealingKey) return
  const plain = Object.entries(PLAIN_KEYS).flatMap(([purpose, key]) => {
    const row = rows.find((each) => each.key === key)
    return row ? [[purpose, PlainRow.parse(row.value).secret]] : []
  })
  const until = new Date(now.getTime() + ACCEPTED_DAYS * DAY_MS).toISOString()
  const value = JSON.stringify({ sealed: seal(sealingKey, JSON.stringify(Object.fromEntries(plain))), until })
  await db
    .insertInto('system_state')
    .values({ key: SEALED_KEY, value, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

async function readSealed(db: Db, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('system_state')
    .select('value')
    .where('key', '=', SEALED_KEY)
    .executeTakeFirst()
  if (!row) return null
  const { sealed, until } = SealedRow.parse(row.value)
  if (new Date(until) > now) return sealed
  await db.deleteFrom('system_state').where('key', '=', SEALED_KEY).execute()
  return null
}

function seal(key: Uint8Array, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null when it was sealed by another key. */
function open(key: Uint8Array, sealed: string): EarlierKeys | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAuthTag(tag)
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)) + decipher.final('utf8')
    return Sealed.parse(JSON.parse(text))
  } catch {
    return null
  }
}
