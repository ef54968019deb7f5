import { sql } from 'kysely'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { markBounce as markEndpoint, unmarkBounce } from '#contracts/catalog/bounces.ts'
import type { MailHostState } from '#contracts/catalog/facts.ts'
import { dayOf } from '#contracts/dates.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { limits } from '#server/catalog/limits.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { lockAccountRow, lockStores } from '#server/platform/locks.ts'
import { isFreeMail } from '#server/platform/mail/email-address.ts'
import { requirePaid, roleAt } from '#server/platform/session/viewer.ts'
import { mailStateOf, type Verdict } from './mail-state.ts'

type Asked = { storeId: StoreId; contact: string }
type Place = { userId: UserId; storeId: StoreId; address: string }

/** @throws AppError `not_found` for an address that the store has never published, `rate_limited` */
export async function markBounce(
  ctx: RequestContext,
  asked: Asked,
): Promise<ResponseOf<typeof markEndpoint>> {
  const place = placeOf(ctx, asked)
  await requirePublished(ctx.db, place)
  const known = await findMark(ctx.db, place)
  if (known?.verdict === 'bounced' && known.lifted_at === null)
    return { ...(await readState(ctx.db, place)), isReturned: false }
  await ctx.limits.consume(limits.bounceMarks, place.userId)
  return inTransaction(ctx, async (ctx) => {
    await lockPlace(ctx.db, place)
    const known = await findMark(ctx.db, place)
    const isReturned = !known?.is_returned && (await returnContact(ctx, place.userId))
    await saveMark(ctx, { ...place, verdict: 'bounced', isReturned })
    await judge(ctx, place)
    return { ...(await readState(ctx.db, place)), isReturned }
  })
}

/** @throws AppError `not_found` as above, `rate_limited` for a contradiction */
export async function unmark(
  ctx: RequestContext,
  asked: Asked,
): Promise<ResponseOf<typeof unmarkBounce>> {
  const place = placeOf(ctx, asked)
  await requirePublished(ctx.db, place)
  const known = await findMark(ctx.db, place)
  const isOwn = known !== undefined && known.lifted_at === null
  const { mailState } = await readState(ctx.db, place)
  const contradicts = !isOwn && mailState === 'bounced'
  if (contradicts) await ctx.limits.consume(limits.bounceMarks, place.userId)
  return inTransaction(ctx, async (ctx) => {
    await lockPlace(ctx.db, place)
    if (contradicts) await saveMark(ctx, { ...place, verdict: 'arrives', isReturned: false })
    else await deleteMark(ctx, place)
    await judge(ctx, place)
    return readState(ctx.db, place)
  })
}

const placeOf = (ctx: RequestContext, { storeId, contact }: Asked): Place => ({
  userId: requirePaid(ctx).userId,
  storeId,
  address: contact.trim().toLowerCase(),
})

async function requirePublished(db: Db, { storeId, address }: Place): Promise<void> {
  const { rows } = await sql`
    select from stores where id = ${storeId} and (lower(email) = ${address}
      or exists (select from store_mails where store_id = stores.id and address = ${address}))`.execute(
    db,
  )
  if (rows.length === 0) throw notFound()
}

/** What one says of a store waits for visits to it, and the marks of an account for each other. */
async function lockPlace(db: Db, { userId, storeId }: Place): Promise<void> {
  await lockAccountRow(db, userId)
  await lockStores(db, [storeId])
}

const findMark = (db: Db, { userId, storeId, address }: Place) =>
  db
    .selectFrom('contact_bounces')
    .select(['verdict', 'lifted_at', 'is_returned'])
    .where('user_id', '=', userId)
    .where('store_id', '=', storeId)
    .where('address', '=', address)
    .executeTakeFirst()

type Ctx = Pick<AppContext, 'now'> & { db: Db }

/** A contact is returned once, however often its mark is repeated. */
async function saveMark(
  { db, now }: Ctx,
  mark: Place & { verdict: Verdict; isReturned: boolean },
): Promise<void> {
  const { userId: user_id, storeId: store_id, address, verdict, isReturned: is_returned } = mark
  const said = { verdict, marked_at: now(), lifted_at: null }
  await db
    .insertInto('contact_bounces')
    .values({ user_id, store_id, address, ...said, is_returned })
    .onConflict((on) =>
      on.columns(['user_id', 'store_id', 'address']).doUpdateSet({
        ...said,
        ...(is_returned && { is_returned }),
      }),
    )
    .execute()
}

async function deleteMark(ctx: Ctx, { userId, storeId, address }: Place): Promise<void> {
  const gone = await ctx.db
    .deleteFrom('contact_bounces')
    .where('user_id', '=', userId)
    .where('store_id', '=', storeId)
    .where('address', '=', address)
    .where('lifted_at', 'is', null)
    .returning('is_returned')
    .executeTakeFirst()
  if (gone?.is_returned)
    await ctx.db
      .insertInto('contact_usage')
      .values({ user_id: userId, day: dayOf(ctx.now()), stores: 1 })
      .onConflict((on) =>
        on.columns(['user_id', 'day']).doUpdateSet({ stores: sql`contact_usage.stores + 1` }),
      )
      .execute()
}

/** False on a day on which the account has seen no contact. */
async function returnContact({ db, now }: Ctx, userId: UserId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('contact_usage')
    .set({ stores: sql`stores - 1` })
    .where('user_id', '=', userId)
    .where('day', '=', dayOf(now()))
    .where('stores', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the address counts as bounced for everybody. */
async function judge(ctx: Ctx, place: Place): Promise<void> {
  const { storeId: store_id, address } = place
  if (isBouncedForAll(await readVotes(ctx, place)))
    await ctx.db
      .insertInto('bounced_contacts')
      .values({ store_id, address, since: ctx.now() })
      .onConflict((on) => on.doNothing())
      .execute()
  else
    await ctx.db
      .deleteFrom('bounced_contacts')
      .where('store_id', '=', store_id)
      .where('address', '=', address)
      .execute()
}

/** Of accounts that have a plan now. */
async function readVotes({ db, now }: Ctx, { storeId, address }: Place): Promise<Vote[]> {
  const rows = await db
    .selectFrom('contact_bounces')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['users.id', 'verdict', 'email', 'role', 'plan_until'])
    .where('store_id', '=', storeId)
    .where('address', '=', address)
    .where('lifted_at', 'is', null)
    .where('locked_at', 'is', null)
    .where('deletion_requested_at', 'is', null)
    .execute()
  const voters = rows.filter((row) => rightsOf(roleAt(row, now())).hasResearch)
  const networks = await readNetworks(
    db,
    voters.map(({ id }) => id),
  )
  return voters.map(({ id, verdict, email }) => ({
    userId: id,
    verdict,
    email,
    networks: networks.get(id) ?? [],
  }))
}

type State = { own: Verdict | null; isBounced: boolean; host: MailHostState | null }

/** For the caller. */
async function readState(db: Db, { userId, storeId, address }: Place) {
  const { rows } = await sql<State>`
    select (select verdict from contact_bounces where user_id = ${userId} and store_id = ${storeId} and address = ${address}
        and lifted_at is null) as own,
      exists (select from bounced_contacts where store_id = ${storeId} and address = ${address}) as "isBounced",
      (select state from mail_hosts where domain = ${address.slice(address.lastIndexOf('@') + 1)}) as host`.execute(
    db,
  )
  const { host = null, own = null, isBounced = false } = rows[0] ?? {}
  return { mailState: mailStateOf(host ?? 'unknown', { own, isBounced }), isOwnState: own !== null }
}

export type Vote = {
  userId: UserId
  verdict: Verdict
  email: string
  /** From which it signed up and signed in. */
  networks: readonly string[]
}

/** So many accounts that have nothing to do with each other. */
const ENOUGH = 2

/**
 * Accounts that are connected with each other, also through a third one, have one vote; those that
 * disagree with each other have none.
 */
export function isBouncedForAll(votes: readonly Vote[]): boolean {
  const sum = groupConnected(votes)
    .map((group) => new Set(group.map(({ verdict }) => verdict)))
    .reduce((sum, said) => sum + (said.size > 1 ? 0 : said.has('bounced') ? 1 : -1), 0)
  return sum >= ENOUGH
}

function groupConnected(votes: readonly Vote[]): Vote[][] {
  return votes.reduce<Vote[][]>((groups, vote) => {
    const isNear = (group: Vote[]) => group.some((other) => isConnected(vote, other))
    const near = groups.filter(isNear)
    return [...groups.filter((group) => !near.includes(group)), [...near.flat(), vote]]
  }, [])
}

/** Of one company by their mail domain, one mailbox under two spellings, or one network. */
function isConnected(one: Vote, other: Vote): boolean {
  const [mine, theirs] = [ownerOf(one.email), ownerOf(other.email)]
  return mine === theirs || one.networks.some((network) => other.networks.includes(network))
}

/** The domain of a company; at a public provider the mailbox, whatever its label after `+`. */
function ownerOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (!isFreeMail(domain)) return domain
  const [mailbox = ''] = email.slice(0, at).toLowerCase().split('+')
  return `${mailbox.replaceAll('.', '')}@${domain}`
}

/** Without the networks of failed sign-ins: those may be a stranger's. */
async function readNetworks(db: Db, userIds: readonly UserId[]): Promise<Map<UserId, string[]>> {
  const { rows } = await sql<{ userId: UserId; networks: string[] }>`
    select user_id as "userId", array_agg(distinct network) as networks from (
      select user_id, network from sessions where user_id = any(${[...userIds]}::uuid[])
      union all
      select user_id, network from audit_events where user_id = any(${[...userIds]}::uuid[])
        and kind in ('account.created', 'account.verified', 'signin.succeeded')) as used
    where network is not null group by user_id`.execute(db)
  return new Map(rows.map(({ userId, networks }) => [userId, networks]))
}
