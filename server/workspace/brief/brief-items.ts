import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { NewestStore } from '#contracts/catalog/today.ts'
import {
  type Brief,
  BriefCluster,
  type BriefCounts,
  BriefMatch,
  BriefNiche,
  LeadStep,
  MAX_BRIEF_ITEMS,
} from '#contracts/workspace/brief.ts'
import { Change } from '#contracts/workspace/changes.ts'
import { createPictureAddresses, presentSummary, summaryColumns } from '#server/catalog/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { BriefItems, Briefs } from '#server/platform/db/workspace-schema.ts'

/** Stored without its store, which is read when the brief is shown, and may be erased by then. */
const StepValue = z.omit(LeadStep, { store: true })
const MatchValue = z.pick(BriefMatch, { search: true, points: true, known: true })

type Of<Kind extends string, Value> = {
  kind: Kind
  /** What it is; of each key an account gets one if it comes once. */
  key: string
  storeId: StoreId | null
  value: Value
}

/** Steps and figures are in each brief while they hold; matches and changes are in one. */
export type BriefItem =
  | Of<'step', z.infer<typeof StepValue>>
  | Of<'match', z.infer<typeof MatchValue>>
  | Of<'change', Change>
  | Of<'cluster', BriefCluster>
  | Of<'niche', BriefNiche>

const comesOnce = ({ kind }: Pick<BriefItem, 'kind'>): boolean =>
  kind === 'match' || kind === 'change'

type NewBrief = Pick<Selectable<Briefs>, 'user_id' | 'kind' | 'day' | 'since' | 'until'> & {
  is_mailed: boolean
}

/**
 * Stores a brief with those of the items that no brief of the account has had, in the order given.
 * Inside a transaction; items whose store was erased are left out.
 * @returns its id; null when nothing is left of it
 */
export async function insertBrief(
  db: Db,
  brief: NewBrief,
  items: readonly BriefItem[],
): Promise<string | null> {
  if (items.length === 0) return null
  const id = randomUUID()
  await db
    .insertInto('briefs')
    .values({ id, ...brief })
    .execute()
  const isTest = brief.kind === 'test'
  const places = new Map<string, number>()
  const rows = items.map((item) => {
    const place = places.get(item.kind) ?? 0
    places.set(item.kind, place + 1)
    const { kind, key, storeId: store_id, value } = item
    return { kind, key, place, store_id, value, is_once: !isTest && comesOnce(item) }
  })
  // Stores are locked in the order of their numbers, as an erasure locks them.
  const { numAffectedRows } = await sql`
    with item as materialized (
      select * from jsonb_to_recordset(${jsonText(rows)}::jsonb)
        as item (kind text, key text, place integer, store_id bigint, value jsonb, is_once boolean)),
    kept as materialized (
      select id from stores where id in (select store_id from item) order by id for key share)
    insert into brief_items (brief_id, user_id, kind, key, place, store_id, value, is_once)
    select ${id}::uuid, ${brief.user_id}::uuid, kind, key, place, store_id, value, is_once from item
    where store_id is null or store_id in (select id from kept)
    order by kind collate "C", key collate "C"
    on conflict do nothing`.execute(db)
  if (Number(numAffectedRows ?? 0) > 0) return id
  await db.deleteFrom('briefs').where('id', '=', id).execute()
  return null
}

/** Of these keys, those that no brief of the account has had. */
export async function withoutKnown<Item extends BriefItem>(
  db: Db,
  userId: UserId,
  items: readonly Item[],
): Promise<Item[]> {
  if (items.length === 0) return []
  const rows = await db
    .selectFrom('brief_items')
    .select(['kind', 'key'])
    .where('user_id', '=', userId)
    .where('is_once', '=', true)
    .where('key', 'in', [...new Set(items.map(({ key }) => key))])
    .execute()
  const known = new Set(rows.map(({ kind, key }) => `${kind} ${key}`))
  return items.filter(({ kind, key }) => !known.has(`${kind} ${key}`))
}

export type StoredBrief = Selectable<Briefs> & { items: BriefItem[]; counts: BriefCounts }

/** With so many items of each kind at most; the counts are those of all. */
export async function readItems(
  db: Db,
  briefs: readonly Selectable<Briefs>[],
  most: number = MAX_BRIEF_ITEMS,
): Promise<StoredBrief[]> {
  if (briefs.length === 0) return []
  const ids = briefs.map(({ id }) => id)
  const rows = await db
    .selectFrom('brief_items')
    .selectAll()
    .where('brief_id', 'in', ids)
    .where('place', '<', most)
    .orderBy('place')
    .orderBy(sql`key collate "C"`)
    .execute()
  const counts = await countItems(db, ids)
  return briefs.map((brief) => ({
    ...brief,
    items: rows.filter(({ brief_id: id }) => id === brief.id).flatMap(readItem),
    counts: counts.get(brief.id) ?? NONE,
  }))
}

/** Another release may have stored it: unreadable parts are left out. */
function readItem(row: Selectable<BriefItems>): BriefItem[] {
  const of = <Kind extends BriefItem['kind'], Value>(
    kind: Kind,
    { success, data }: z.core.util.SafeParseResult<Value>,
  ): Of<Kind, Value>[] =>
    success ? [{ kind, key: row.key, storeId: row.store_id, value: data }] : []
  switch (row.kind) {
    case 'step':
      return of('step', StepValue.safeParse(row.value))
    case 'match':
      return of('match', MatchValue.safeParse(row.value))
    case 'change':
      return of('change', Change.safeParse(row.value))
    case 'cluster':
      return of('cluster', BriefCluster.safeParse(row.value))
    case 'niche':
      return of('niche', BriefNiche.safeParse(row.value))
    default:
      return row.kind satisfies never
  }
}

const NONE: BriefCounts = { steps: 0, overdue: 0, matches: 0, changes: 0, niches: 0 }

async function countItems(db: Db, ids: readonly string[]): Promise<Map<string, BriefCounts>> {
  const { rows } = await sql<BriefCounts & { id: string }>`
    select brief_id as id, count(*) filter (where kind = 'step')::integer as steps,
      count(*) filter (where kind = 'step' and (value ->> 'daysLate')::integer > 0)::integer as overdue,
      count(*) filter (where kind = 'match')::integer as matches,
      count(*) filter (where kind in ('change', 'cluster'))::integer as changes,
      count(*) filter (where kind = 'niche')::integer as niches
    from brief_items where brief_id = any(${[...ids]}::uuid[]) group by brief_id`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

export function countOf(items: readonly BriefItem[]): BriefCounts {
  const of = (...kinds: BriefItem['kind'][]) =>
    items.filter(({ kind }) => kinds.includes(kind)).length
  return {
    steps: of('step'),
    overdue: items.filter((item) => item.kind === 'step' && item.value.daysLate > 0).length,
    matches: of('match'),
    changes: of('change', 'cluster'),
    niches: of('niche'),
  }
}

/** Several briefs in one, e.g. those that waited for a mail or a webhook. */
export function joinBriefs(
  briefs: readonly StoredBrief[],
): Pick<StoredBrief, 'since' | 'until' | 'items' | 'counts'> {
  const inOrder = briefs.toSorted((a, b) => a.until.getTime() - b.until.getTime())
  const latest = new Map(
    inOrder.flatMap(({ items }) =>
      items.map((item) => [`${item.kind} ${item.key}`, item] as const),
    ),
  )
  const sum = (of: keyof BriefCounts) =>
    inOrder.reduce((total, { counts }) => total + counts[of], 0)
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  if (!first || !last) throw new Error('there is no brief to join')
  return {
    since: first.since,
    until: last.until,
    items: [...latest.values()],
    counts: { ...last.counts, matches: sum('matches'), changes: sum('changes') },
  }
}

type Deps = Pick<AppContext, 'db' | 'keyring'>
export type BriefContents = Omit<Brief, 'leftOut' | 'sentAt' | 'isMailed'>

/** As a reader gets it; stores erased meanwhile are left out. */
export async function presentItems(
  ctx: Deps,
  { since, until, items, counts }: Pick<StoredBrief, 'since' | 'until' | 'items' | 'counts'>,
): Promise<BriefContents> {
  const only = <Kind extends BriefItem['kind']>(kind: Kind) =>
    items.filter((item): item is Extract<BriefItem, { kind: Kind }> => item.kind === kind)
  const first = <Item>(all: readonly Item[]) => all.slice(0, MAX_BRIEF_ITEMS)
  const steps = first(only('step'))
  const matches = first(only('match').toSorted((a, b) => b.value.points - a.value.points))
  const stores = await readStores(
    ctx,
    [...steps, ...matches].flatMap(({ storeId }) => storeId ?? []),
  )
  return {
    since: since.toISOString(),
    until: until.toISOString(),
    steps: steps.flatMap(({ storeId, value }) => {
      const known = storeId && stores.get(storeId)
      return known ? [{ ...value, store: known.store }] : []
    }),
    matches: matches.flatMap(({ storeId, value }) => {
      const known = storeId && stores.get(storeId)
      return known ? [{ ...value, ...known }] : []
    }),
    changes: first(
      only('change')
        .map(({ value }) => value)
        .toSorted((a, b) => (a.at < b.at ? 1 : -1)),
    ),
    clusters: first(only('cluster')).map(({ value }) => value),
    niches: first(only('niche')).map(({ value }) => value),
    counts,
  }
}

/** Without contacts, which would count as seen. */
async function readStores(ctx: Deps, ids: readonly StoreId[]) {
  if (ids.length === 0) return new Map<StoreId, never>()
  const pictures = createPictureAddresses(ctx)
  const rows = await ctx.db
    .selectFrom('stores')
    .select(summaryColumns)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(
    rows.map((row) => {
      const summary = presentSummary(row, { pictures, isSaved: false, isLimited: true })
      const { emailKind, launchDate, apps } = summary
      const speaksFor = { emailKind, launchDate, app: apps[0]?.name ?? null }
      return [row.id, { store: NewestStore.parse(summary), speaksFor }] as const
    }),
  )
}
