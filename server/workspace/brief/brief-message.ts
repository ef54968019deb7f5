import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { UserId } from '#contracts/ids.ts'
import type { BriefReady } from '#contracts/workspace/brief.ts'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import { type BriefContents, joinBriefs, presentItems, readItems } from './brief-items.ts'
import { briefLinks } from './brief-sections.ts'
import { findRecipient } from './recipient.ts'

type Deps = Pick<AppContext, 'config' | 'db' | 'keyring' | 'now'>
type Range = { userId: UserId; from: Date; until: Date }

/**
 * What a webhook gets of the briefs of a time, as things are when it is sent. Null when it should
 * no longer be sent: its switch, the plan, the account or everything in it is gone.
 */
export async function composeBriefs(
  ctx: Deps,
  { userId, from, until }: Range,
): Promise<BriefReady['data'] | null> {
  const recipient = await findRecipient(ctx, userId)
  if (!recipient || !rightsOf(recipient.role).hasWebhooks) return null
  const briefs = await ctx.db
    .selectFrom('briefs')
    .innerJoin('brief_settings as settings', 'settings.user_id', 'briefs.user_id')
    .selectAll('briefs')
    .where('briefs.user_id', '=', userId)
    .where('settings.webhook', '=', true)
    .where('kind', '<>', 'test')
    .where('until', '>=', from)
    .where('until', '<=', until)
    .execute()
  if (briefs.length === 0) return null
  const contents = await presentItems(ctx, joinBriefs(await readItems(ctx.db, briefs)))
  const unsent = { ...contents, matches: await withoutSent(ctx, userId, contents.matches) }
  return isEmpty(unsent) ? null : linked(ctx, recipient.language, unsent, false)
}

const isEmpty = ({ steps, matches, changes, clusters, niches }: BriefContents): boolean =>
  [steps, matches, changes, clusters, niches].every((items) => items.length === 0)

/** A search that reports to webhooks has sent its matches there. */
async function withoutSent(
  { db }: Deps,
  userId: UserId,
  matches: BriefContents['matches'],
): Promise<BriefContents['matches']> {
  const searches = await db
    .selectFrom('saved_searches')
    .select('id')
    .where('user_id', '=', userId)
    .where('webhooks', '=', true)
    .execute()
  const sending = new Set(searches.map(({ id }) => id))
  return matches.filter(({ search }) => !sending.has(search.id))
}

/** With the address of each item; pictures get their whole address. */
export function linked(
  { config }: Pick<Deps, 'config'>,
  language: Language,
  contents: BriefContents,
  isTest: boolean,
): BriefReady['data'] {
  const links = briefLinks(config, language)
  const whole = (path: string | null) => path && config.PUBLIC_ORIGIN + path
  const withStore = <Item extends { store: { logoUrl: string | null } }>(item: Item): Item => ({
    ...item,
    store: { ...item.store, logoUrl: whole(item.store.logoUrl) },
  })
  return {
    ...contents,
    steps: contents.steps.map((step) => ({ ...withStore(step), url: links.store(step.store.id) })),
    matches: contents.matches.map((match) => ({
      ...withStore(match),
      url: links.store(match.store.id),
    })),
    changes: contents.changes.map((change) => ({
      ...withStore(change),
      url: links.timeline(change.store.id),
    })),
    clusters: contents.clusters.map(({ cluster, ...counts }) => ({
      ...counts,
      cluster: { ...cluster, imageUrl: whole(cluster.imageUrl) },
      url: links.cluster(cluster.id),
    })),
    niches: contents.niches.map((niche) => ({
      ...niche,
      url: links.niche(niche.category, niche.country),
    })),
    isTest,
    url: links.today,
  }
}
