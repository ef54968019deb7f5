import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { AppContext } from '#server/context.ts'

const SECRET_BYTES = 32

const StoredSecret = z.object({ secret: z.string().transform((text) => Buffer.from(text, 'base64url')) })

type Deps = Pick<AppContext, 'db' | 'now'>

/** Made once per database under this key of `system_state`, so that all processes share it and it outlives a restart. */
export async function readKeptSecret(
  { db, now }: Deps,
  key:
    | 'session_secret'
    | 'picture_secret'
    | 'bot_signing_secret'
    | 'identity_secret'
    | 'unsubscribe_secret'
    | 'newsletter_secret'
    | 'blog_view_secret',
): Promise<Uint8Array> {
  const fresh = { secret: randomBytes(SECRET_BYTES).toString('base64url') }
  await db
    .insertInto('system_state')
    .values({ key, value: JSON.stringify(fresh), updated_at: now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await db
    .selectFrom('system_state')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  const { secret } = StoredSecret.parse(row.value)
  if (secret.length !== SECRET_BYTES) throw new Error(`the ${key} in the database is damaged`)
  return secret
}
