import { sql } from 'kysely'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { getStoreRisks as endpoint, RiskEvidence } from '#contracts/catalog/risks.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { StoredRisk, StoredRiskEvidence } from '#server/platform/db/store-schema.ts'
import { notFound } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { findStore } from './store-details.ts'

/** @throws AppError `not_found` */
export async function getStoreRisks(
  ctx: CatalogRequest,
  idOrSlug: string,
): Promise<ResponseOf<typeof endpoint>> {
  requirePaid(ctx)
  const store = await findStore(ctx.db, idOrSlug)
  if (!store) throw notFound()
  const assessment = await ctx.db
    .selectFrom('store_assessments')
    .select(['flags', 'assessed_at'])
    .where('store_id', '=', store.id)
    .executeTakeFirst()
  return {
    assessedAt: assessment?.assessed_at.toISOString() ?? null,
    flags: await presentRisks(ctx.db, assessment?.flags ?? []),
  }
}

type NamedStore = NonNullable<RiskEvidence['store']> & { id: StoreId }

/** A sign is left out when all stores that it points at are gone. */
async function presentRisks(db: Db, flags: readonly StoredRisk[]) {
  const named = flags.flatMap(({ evidence }) => evidence.flatMap(({ store }) => store ?? []))
  const { rows } = await sql<NamedStore>`
    select id, slug, name, domain from stores where id = any(${named}::bigint[])`.execute(db)
  const stores = new Map(rows.map((row) => [row.id, row]))
  return flags
    .map(({ kind, evidence }) => ({
      kind,
      evidence: evidence.flatMap((one) => presentEvidence(one, stores)),
    }))
    .filter(({ evidence }) => evidence.length > 0)
}

function presentEvidence(
  { store: id, sourceUrl, ...evidence }: StoredRiskEvidence,
  stores: ReadonlyMap<StoreId, NamedStore>,
): RiskEvidence[] {
  if (id === null) return [{ ...evidence, sourceUrl, store: null }]
  const store = stores.get(id)
  if (!store) return []
  const { slug, name, domain } = store
  return [
    { ...evidence, sourceUrl: `https://${domain}${sourceUrl}`, store: { slug, name, domain } },
  ]
}
