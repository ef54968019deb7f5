import * as z from 'zod'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/context.ts'
import { accountLink } from '#server/features/auth/mails/account-link.ts'
import { rightsOf } from '#server/features/plans/plan-of-role.ts'
import { turnOffLink } from '#server/features/unsubscribe/turn-off-link.ts'
import { defineMail } from '#server/mail/mail-definition.ts'
import { mailFormats } from '#server/mail/mail-formats.ts'
import { fillPlaces, mailTexts } from '#server/mail/mail-texts.ts'
import { oneLine } from '#server/mail/one-line.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { countHits, type HitStore, readHits } from './hit-stores.ts'
import { searchLink } from './search-link.ts'
import { storeItem } from './store-item.ts'

const MOST_SHOWN = 20
const NAMED_FIRST = 3

/**
 * The new matches of a saved search. `at`: when they were found. It is not sent after an opt-out or when mails were turned off meanwhile.
 */
export const searchMatchesMail = defineMail({
  kind: 'search_matches',
  params: z.object({ searchId: z.uuid(), at: z.iso.datetime() }),
  keepsEach: true,
  async compose(ctx, { language, params: { searchId, at } }) {
    const search = await findSearch(ctx, searchId)
    if (!search) return null
    const hits = { searchId, at: new Date(at) }
    const stores = await readHits(ctx.db, hits, MOST_SHOWN)
    if (stores.length === 0) return null
    const count = await countHits(ctx.db, hits)
    const { link: turnOff, headers } = await turnOffLink(ctx, { kind: 'search', id: searchId }, language)
    const content = writeMail(ctx.config, language, 'searchMatches', {
      name: search.first_name,
      fill: {
        search: oneLine(search.name),
        count: mailFormats(language).number(count),
        names: stores
          .slice(0, NAMED_FIRST)
          .map(({ name }) => oneLine(name))
          .join(', '),
      },
      sections: [sectionOf(ctx, language, { stores, rest: count - stores.length })],
      link: searchLink(ctx.config, language, search),
      turnOffLink: turnOff,
    })
    return { ...content, headers }
  },
})

/** The search at the moment when the mail is sent; null when the mail should no longer be sent. */
async function findSearch({ db }: Pick<AppContext, 'db'>, searchId: string) {
  const row = await db
    .selectFrom('saved_searches')
    .innerJoin('users', 'users.id', 'saved_searches.user_id')
    .select(['saved_searches.id', 'saved_searches.name', 'saved_searches.view', 'saved_searches.query'])
    .select(['users.first_name', 'users.role'])
    .where('saved_searches.id', '=', searchId)
    .where('mails', '=', true)
    .where('users.deletion_requested_at', 'is', null)
    .executeTakeFirst()
  return row && rightsOf(row.role).hasResearch ? row : null
}

function sectionOf(
  { config }: Pick<AppContext, 'config'>,
  language: Language,
  { stores, rest }: { stores: readonly HitStore[]; rest: number },
) {
  const words = mailTexts(language).storeWords
  return {
    title: words.heading,
    items: stores.map((store) => ({
      ...storeItem(language, store),
      href: accountLink(config, `/store/${store.id}`, language),
    })),
    ...(rest > 0 && { more: fillPlaces(words.more, { count: mailFormats(language).number(rest) }) }),
  }
}
