import type { AppContext, Db } from '#server/context.ts'

type Deps = Pick<AppContext, 'db' | 'now'>

/** A visit ends when nothing is asked for this long. */
const REST_MS = 30 * 60 * 1000
/** Later calls of a visit are noted no more often than this. */
const NOTE_EVERY_MS = 60 * 1000

/**
 * Notes that the person is here. The first call after half an hour of rest begins a new visit, and the one before ends with its last call:
 * two calls at the same moment begin one visit.
 */
export async function noteVisit({ db, now }: Deps, userId: string): Promise<void> {
  const at = now()
  const account = await readVisit(db, userId)
  const sinceMs = at.getTime() - (account?.visited_until?.getTime() ?? -Infinity)
  if (!account || sinceMs < NOTE_EVERY_MS) return
  const isNew = sinceMs > REST_MS
  await db
    .updateTable('users')
    .set(
      isNew
        ? { visit_at: at, visited_until: at, previous_visit_until: account.visited_until }
        : { visited_until: at },
    )
    .where('id', '=', userId)
    .where('visited_until', 'is not distinct from', account.visited_until)
    .execute()
}

/** End of the visit before this one; of a first visit, when the account was made. */
export async function lastVisitEnd({ db }: Pick<Deps, 'db'>, userId: string): Promise<Date> {
  const account = await readVisit(db, userId)
  return account?.previous_visit_until ?? account?.created_at ?? new Date(0)
}

const readVisit = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['visited_until', 'previous_visit_until', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
