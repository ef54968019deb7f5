import * as z from 'zod'
import type { Change } from '#contracts/workspace/changes.ts'
import { PolicyKind, SocialNetwork } from '#contracts/catalog/facts.ts'
import { ChangeKind, type ChangedProduct, changes } from '#contracts/catalog/timeline.ts'
import type { Language } from '#i18n/languages.ts'
import { readEveryLocale, readLocale } from '#i18n/read-locale.ts'
import { pageLink } from '#server/platform/links.ts'
import { fillPlaceholders, mailFormats } from '#server/platform/mail/mail-texts.ts'
import type { FeedDocument, FeedEntry } from '#server/platform/feed-document.ts'

type ChangeFeed = Pick<FeedDocument, 'id' | 'language' | 'address'> & {
  origin: string
  /** Null for the saved stores. */
  search: { id: string; name: string } | null
  createdAt: Date
  changes: readonly Change[]
}

/**
 * The changes of a saved search, or of the saved stores. Ids never change: a change has its store
 * and its number, a day of changed products its kind and day.
 */
export function feedOfChanges({ id, origin, address, search, ...feed }: ChangeFeed): FeedDocument {
  const { language, createdAt, changes } = feed
  const config = { PUBLIC_ORIGIN: origin }
  const scope = search === null ? { saved: 'yes' } : { search: search.id }
  return {
    id,
    title: `Storedawn · ${search?.name ?? wordsOf(language).savedStores}`,
    language,
    home: pageLink(config, '/changes', language, scope),
    address,
    updated: changes.map(updatedAt).toSorted().at(-1) ?? createdAt.toISOString(),
    entries: changes.map((change) => entryOf(change, config, language)),
  }
}

/** More products may change on the same day: then the entry is updated. */
const updatedAt = ({ at, evidence }: Change): string => evidence.observedAt ?? at

function entryOf(change: Change, config: { PUBLIC_ORIGIN: string }, language: Language): FeedEntry {
  const { store, kind } = change
  return {
    id: `${config.PUBLIC_ORIGIN}/store/${store.id}#${encodeURIComponent(change.id)}`,
    title: `${store.name}: ${describeChange(change, language)}`,
    url: pageLink(config, `/store/${store.id}`, language, { tab: 'timeline' }),
    category: { term: kind, label: wordsOf(language).changes[kind] },
    published: change.at,
    updated: updatedAt(change),
    summary: linesOf(change, language).join('\n'),
  }
}

/** In one line: its kind, and what was added, removed or changed. */
export const describeChange = (change: Change, language: Language): string =>
  [wordsOf(language).changes[change.kind], ...detailOf(change, language)].join(' · ')

function detailOf({ kind, item, before, after, products }: Change, language: Language): string[] {
  const words = wordsOf(language)
  const formats = mailFormats(language)
  if (products) return [formats.number(products.total)]
  const value = (text: string) => (changes(kind, 'country') ? formats.country(text) : text)
  const values = [before, after].flatMap((text) => (text === null ? [] : [value(text)]))
  return [
    ...(item === null ? [] : [itemText(item, words)]),
    ...(values.length > 0 ? [values.join(' → ')] : []),
  ]
}

function itemText(item: string, { policyKind }: Words): string {
  const policy = PolicyKind.safeParse(item).data
  const network = SocialNetwork.safeParse(item).data
  if (policy) return policyKind[policy]
  return network ? network.charAt(0).toUpperCase() + network.slice(1) : item
}

/** The store's address, its changed products, and how sure we are. */
function linesOf({ store, products, strength }: Change, language: Language): string[] {
  const words = wordsOf(language)
  const named = products?.named ?? []
  const others = (products?.total ?? 0) - named.length
  return [
    store.domain,
    ...named.map((product) => productText(product, words)),
    ...(others > 0 ? [`+ ${mailFormats(language).number(others)}`] : []),
    ...(strength === 'weak' ? [words.timeline.weakHint] : []),
  ]
}

function productText(
  { title, before, after, currency }: ChangedProduct,
  { timeline }: Words,
): string {
  if (before === null && after === null) return title
  const value = (text: string | null) => {
    if (currency !== null) return text === null ? '–' : `${text} ${currency}`
    return text === null ? timeline.noPlace : fillPlaceholders(timeline.place, { place: text })
  }
  return `${title}: ${value(before)} → ${value(after)}`
}

const List = z.object({ changes: z.record(z.enum(ChangeKind.options), z.string()) })
const StoreDetails = z.object({
  policyKind: z.record(z.enum(PolicyKind.options), z.string()),
  timeline: z.object({ weakHint: z.string(), place: z.string(), noPlace: z.string() }),
})
const Changes = z.object({ savedStores: z.string() })

/** Words that feeds share with the screens. */
type Words = z.infer<typeof List> & z.infer<typeof StoreDetails> & z.infer<typeof Changes>

const wordsOf = readEveryLocale((language): Words => ({
  ...List.parse(readLocale(language, 'list')),
  ...StoreDetails.parse(readLocale(language, 'store-details')),
  ...Changes.parse(readLocale(language, 'changes')),
}))
