import { sql } from 'kysely'
import type { AppContext, Db } from '#server/context.ts'

const HOUR_MS = 60 * 60 * 1000
/** Reserved for urgent mails, so that a flood of others cannot delay them. */
const RESERVED_SHARE = 0.2

type Deps = Pick<AppContext, 'db' | 'now' | 'config'>

const hourOf = (now: Date) => Math.floor(now.getTime() / HOUR_MS)
const keyOf = (now: Date) => `mail-hour:${hourOf(now)}`

/** Counts one mail of this hour, over all processes. @returns false when the budget for its kind is used up */
export async function takeSlot(
  { db, now, config }: Deps,
  { goesFirst }: { goesFirst: boolean },
): Promise<boolean> {
  const most = config.MAIL_PER_HOUR - (goesFirst ? 0 : Math.floor(config.MAIL_PER_HOUR * RESERVED_SHARE))
  const { rows } = await sql`
    insert into request_limits (key, points, expire)
    values (${keyOf(now())}, 1, ${(hourOf(now()) + 1) * HOUR_MS})
    on conflict (key) do update set points = request_limits.points + 1 where request_limits.points < ${most}
    returning points`.execute(db)
  return rows.length === 1
}

/** For a mail that was not sent after all. */
export async function giveSlotBack({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  await sql`update request_limits set points = points - 1 where key = ${keyOf(now())} and points > 0`.execute(
    db,
  )
}
