import type { StoreId, UserId } from '#contracts/ids.ts'
import type { listChanges } from '#contracts/workspace/changes.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import type { StoreMatch, StoreQuery } from '#server/catalog/search/search.ts'
import { withoutHidden } from '#server/catalog/stores/account-marks.ts'
import { splitKinds } from '#server/catalog/stores/store-timeline.ts'
import {
  boundsAfter,
  type ChangeQuery,
  findChanges,
  findChangesOf,
  findFollowedChanges,
  type FollowedChanges,
  type FoundChange,
  readChangeCursor,
  writeChangeCursor,
} from './find-changes.ts'
import { type ContactRule, presentChanges } from './present-changes.ts'

/** `match`: null matches nothing. */
export type ChangeScope =
  | { kind: 'all' }
  | { kind: 'stores'; ids: ReadonlySet<StoreId> }
  | { kind: 'match'; match: StoreMatch | null }
  | ({ kind: 'followed' } & FollowedChanges)

type Deps = Pick<CatalogRequest, 'sharedDb' | 'storeSearch'>

/** Of all stores, without those that the account hides. */
export const shownStores = async (ctx: Deps, userId: UserId): Promise<ChangeScope> =>
  scopeOf(ctx, await withoutHidden(ctx.sharedDb, userId))

/** @param shown as `withoutHidden` answers */
export const scopeOf = async (
  { storeSearch }: Pick<Deps, 'storeSearch'>,
  shown: StoreQuery | null,
): Promise<ChangeScope> =>
  shown ? { kind: 'match', match: await storeSearch.find(shown) } : { kind: 'all' }

type ChangesInput = {
  scope: ChangeScope
  /** Comma-separated; undefined for all. */
  kinds: string | undefined
  since?: string | undefined
  cursor?: string | undefined
  size: number
  contacts: ContactRule
}

/**
 * A page of changes, the latest first.
 * @throws AppError `invalid_request` for a foreign cursor
 */
export async function listStoreChanges(
  ctx: CatalogRequest,
  { scope, kinds, since, cursor, size, contacts }: ChangesInput,
): Promise<ResponseOf<typeof listChanges>> {
  const after = cursor === undefined ? null : readChangeCursor(cursor)
  const query = {
    ...splitKinds(kinds),
    since: since === undefined ? null : new Date(since),
    bounds: boundsAfter(after),
  }
  const { page, next } = await findPage(ctx, scope, query, size)
  const { changes, contactsLimited } = await presentChanges(ctx, page, contacts)
  return { changes, nextCursor: next === null ? null : writeChangeCursor(next), contactsLimited }
}

/** Up to this many stores are looked up one by one. */
const FEW_STORES = 1_000
/**
 * For more stores, changes are picked from the latest ones of all stores. This bounds a request;
 * the next one continues where it ended.
 */
const WINDOW = 2_000

type Page = { page: FoundChange[]; next: FoundChange | null }
type Asked = Omit<ChangeQuery, 'limit'>

async function findPage(
  ctx: CatalogRequest,
  scope: ChangeScope,
  asked: Asked,
  size: number,
): Promise<Page> {
  const one = { ...asked, limit: size + 1 }
  if (scope.kind === 'all') return cut(await findChanges(ctx.db, one), size)
  if (scope.kind === 'followed') return cut(await findFollowedChanges(ctx.db, scope, one), size)
  const few = await fewStoresOf(scope)
  if (few !== null) return cut(few.length === 0 ? [] : await findChangesOf(ctx.db, few, one), size)
  const latest = await findChanges(ctx.db, { ...asked, limit: WINDOW })
  const wanted = await amongStores(scope, [...new Set(latest.map(({ storeId }) => storeId))])
  const { page, next } = cut(
    latest.filter(({ storeId }) => wanted.has(storeId)),
    size,
  )
  const isMore = latest.length === WINDOW
  return { page, next: next ?? (isMore ? (latest.at(-1) ?? null) : null) }
}

function cut(found: FoundChange[], size: number): Page {
  const page = found.slice(0, size)
  return { page, next: found.length > size ? (page.at(-1) ?? null) : null }
}

type SomeStores = Exclude<ChangeScope, { kind: 'all' | 'followed' }>

async function fewStoresOf(scope: SomeStores): Promise<StoreId[] | null> {
  if (scope.kind === 'stores') return scope.ids.size > FEW_STORES ? null : [...scope.ids]
  if (scope.match === null) return []
  if (scope.match.total > FEW_STORES) return null
  const ids: StoreId[] = []
  for await (const batch of scope.match.ids({ sortBy: 'visibleAt', direction: 'desc' }, FEW_STORES))
    ids.push(...batch)
  return ids
}

const amongStores = async (
  scope: SomeStores,
  ids: readonly StoreId[],
): Promise<ReadonlySet<StoreId>> =>
  scope.kind === 'stores' ? scope.ids : ((await scope.match?.among(ids)) ?? new Set())
