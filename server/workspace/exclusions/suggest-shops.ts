import type { ExclusionUpload } from '#contracts/workspace/exclusions.ts'
import type { Db } from '#server/platform/db/schema.ts'

type Refusals = ExclusionUpload['refusedLines']

const MAX_ASKED = 1_000
const SLUG = /^[a-z0-9-]{3,100}$/

/** `velelletea`, which lacks its ending, may be the name of exactly one shop on the platform. */
export async function suggestShops(db: Db, refusals: Refusals): Promise<Refusals> {
  const slugOf = ({ fault, text }: Refusals[number]) =>
    fault === 'noEnding' && SLUG.test(text.toLowerCase()) ? text.toLowerCase() : null
  const slugs = refusals.flatMap((refusal) => slugOf(refusal) ?? []).slice(0, MAX_ASKED)
  if (slugs.length === 0) return refusals
  const rows = await db
    .selectFrom('stores')
    .select(['slug', 'domain'])
    .where('slug', 'in', slugs)
    .execute()
  const domains = Map.groupBy(rows, ({ slug }) => slug)
  return refusals.map((refusal) => {
    const [only, other] = domains.get(slugOf(refusal) ?? '') ?? []
    return only && !other ? { ...refusal, suggestion: only.domain } : refusal
  })
}
