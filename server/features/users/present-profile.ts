import type { Selectable } from 'kysely'
import { Profile } from '#contracts/users.ts'
import type { Users } from '#server/db/account-schema.ts'

type ProfileRow = Pick<
  Selectable<Users>,
  'first_name' | 'last_name' | 'email' | 'picture_url' | 'pending_email' | 'password_hash'
>

export const presentProfile = (row: ProfileRow): Profile =>
  Profile.parse({
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    pictureUrl: row.picture_url,
    pendingEmail: row.pending_email,
    hasPassword: row.password_hash !== null,
  })
