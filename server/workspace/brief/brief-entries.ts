import type { UserId } from '#contracts/ids.ts'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { FeedDocument } from '#server/platform/feed-document.ts'
import { mailTexts } from '#server/platform/mail/mail-texts.ts'
import { presentItems, readItems, type StoredBrief } from './brief-items.ts'
import { briefLinks, LISTED, sectionsOf } from './brief-sections.ts'
import { presentSettings, readSettingsRow } from './brief-settings.ts'
import { createBriefWords } from './brief-words.ts'

/** The latest: readers ask more often than briefs are sent. */
const MAX_ENTRIES = 20

type Deps = Pick<AppContext, 'config' | 'db' | 'keyring'>
type BriefFeed = Pick<FeedDocument, 'id' | 'language' | 'address'> & {
  userId: UserId
  createdAt: Date
}

/** An entry for each brief that was sent, tests left out. */
export async function feedOfBriefs(
  ctx: Deps,
  { id, language, address, userId, createdAt }: BriefFeed,
): Promise<FeedDocument> {
  const briefs = await ctx.db
    .selectFrom('briefs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '<>', 'test')
    .orderBy('until', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  const { timeZone } = presentSettings(await readSettingsRow(ctx.db, userId))
  const stored = await readItems(ctx.db, briefs, LISTED)
  const entries = await Promise.all(
    stored.map((brief) => entryOf(ctx, brief, { language, timeZone })),
  )
  return {
    id,
    title: `Storedawn · ${mailTexts(language).brief.title}`,
    language,
    home: briefLinks(ctx.config, language).today,
    address,
    updated: (briefs[0]?.until ?? createdAt).toISOString(),
    entries: entries.filter((entry) => entry !== null),
  }
}

/** Null when the stores of all its items were erased. */
async function entryOf(
  ctx: Deps,
  brief: StoredBrief,
  { language, timeZone }: { language: Language; timeZone: string },
): Promise<FeedDocument['entries'][number] | null> {
  const contents = await presentItems(ctx, brief)
  const words = createBriefWords(language, timeZone)
  const sections = sectionsOf(ctx.config, language, words, contents)
  if (sections.length === 0) return null
  const lines = sections.flatMap(({ title, count, items }) => [
    `${title} (${count})`,
    ...items.map((item) =>
      [`- ${item.title}`, item.score?.points, item.detail, item.warning, item.href]
        .filter((part) => part !== undefined && part !== '')
        .join(' · '),
    ),
  ])
  const at = brief.until.toISOString()
  return {
    id: `urn:uuid:${brief.id}`,
    title: words.summary(contents.counts),
    url: briefLinks(ctx.config, language).today,
    published: at,
    updated: at,
    summary: lines.join('\n'),
  }
}
