import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Day, dayOf } from '#contracts/dates.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'

/** The least recently used account is dropped and read again on demand. */
const MAX_CACHED_ACCOUNTS = 200

type Ctx = Pick<RequestContext, 'db' | 'now' | 'viewer'>
type Contact = { id: StoreId; email: string | null; phone: string | null }

export type ContactQuota = {
  /**
   * Counts the stores whose e-mail address or phone number is about to be shown, each once per UTC
   * day.
   * @returns the ids whose contacts must not be shown any more today
   */
  claim: (ctx: Ctx, stores: readonly Contact[]) => Promise<ReadonlySet<StoreId>>
}

/**
 * The database counts for all processes; stores that the account has already seen today cost no
 * statement.
 */
export function createContactQuota(): ContactQuota {
  const cache = new LRUCache<string, Set<StoreId>>({ max: MAX_CACHED_ACCOUNTS })
  const readShown = (userId: UserId, day: Day): Set<StoreId> => {
    const key = `${userId} ${day}`
    const known = cache.get(key)
    if (known) return known
    const shown = new Set<StoreId>()
    cache.set(key, shown)
    return shown
  }
  return {
    async claim(ctx, stores) {
      const { userId, role } = requirePaid(ctx)
      const day = dayOf(ctx.now())
      const shown = readShown(userId, day)
      const uncounted = stores.flatMap((store) =>
        hasContact(store) && !shown.has(store.id) ? store.id : [],
      )
      if (uncounted.length === 0) return NONE
      const { contactsPerDay } = rightsOf(role)
      const { rows } = await sql<{ shown: StoreId[] }>`
        select claim_contacts(${userId}::uuid, ${day}::date, ${uncounted}::bigint[], ${contactsPerDay}::integer,
          ${ctx.db.isTransaction}::boolean) as shown
      `.execute(ctx.db)
      for (const id of rows[0]?.shown ?? []) shown.add(id)
      return new Set(uncounted.filter((id) => !shown.has(id)))
    },
  }
}

const NONE: ReadonlySet<StoreId> = new Set()

const hasContact = ({ email, phone }: Contact): boolean => email !== null || phone !== null

/** Besides those it has already seen. */
export async function remainingContacts(ctx: Ctx): Promise<number> {
  const { userId, role } = requirePaid(ctx)
  const usage = await ctx.db
    .selectFrom('contact_usage')
    .select('stores')
    .where('user_id', '=', userId)
    .where('day', '=', dayOf(ctx.now()))
    .executeTakeFirst()
  return Math.max(0, rightsOf(role).contactsPerDay - (usage?.stores ?? 0))
}
