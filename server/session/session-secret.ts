import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { AppContext } from '#server/context.ts'

const KEY = 'session_secret'
const SECRET_BYTES = 32

const StoredSecret = z.object({ secret: z.string().transform((text) => Buffer.from(text, 'base64url')) })

/** Made once per database, so that all processes share it and sessions outlive a restart. */
export async function readSessionSecret({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<Uint8Array> {
  const fresh = { secret: randomBytes(SECRET_BYTES).toString('base64url') }
  await db
    .insertInto('system_state')
    .values({ key: KEY, value: JSON.stringify(fresh), updated_at: now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await db
    .selectFrom('system_state')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirstOrThrow()
  const { secret } = StoredSecret.parse(row.value)
  if (secret.length !== SECRET_BYTES) throw new Error('the session secret in the database is damaged')
  return secret
}
