import type { StoreId } from '#contracts/ids.ts'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { MailHostState } from '#contracts/catalog/facts.ts'
import { StoreSummary } from '#contracts/catalog/stores.ts'
import { mailStateOf, type Verdict } from '#server/catalog/bounces/mail-state.ts'
import type { PictureAddresses } from '#server/catalog/pictures/picture-addresses.ts'
import type { FoundStore } from '#server/catalog/search/search.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { OwnMarks } from './own-marks.ts'
import { limitContact, presentSummary, summaryColumns, type SummaryRow } from './store-summary.ts'

const MAX_SUMMARIES = 5_000
const MAX_CHARS = 8 * 1024 * 1024

/** A list's entry for a store that the account has neither saved nor hidden, as JSON. */
export type CachedSummary = {
  id: StoreId
  /** As the search found it. */
  version: number
  /** Of its bytes: the same for the same text. */
  key: string
  /** Whether showing it counts towards the daily contacts. */
  email: string | null
  phone: string | null
  hostState: MailHostState | null
  /**
   * With its contacts. For an account whose contacts of the day are used up it is written anew: few
   * ask for it, and it would take as much memory.
   */
  text: string
}

type Deps = { pictureAddresses: PictureAddresses }

export type SummaryCache = {
  /** In the order of the stores; those erased meanwhile are left out. */
  read: (stores: readonly FoundStore[], db: Db) => Promise<CachedSummary[]>
}

const NOT_SAVED = ',"hiddenBy":null,"isSaved":false,"tags":[]}'

const WithoutSaved = z.omit(StoreSummary, { hiddenBy: true, isSaved: true, tags: true })

const writeUnsaved = (summary: z.output<typeof WithoutSaved>): string =>
  `${JSON.stringify(summary).slice(0, -1)}${NOT_SAVED}`

/**
 * Caches the list entry of a store until the search finds another version of it: a change to any
 * column of a summary is recorded in the feed. A cached entry has passed the response schema, which
 * removes all unnamed fields.
 */
export function createSummaryCache({ pictureAddresses: pictures }: Deps): SummaryCache {
  const cache = new LRUCache<number, CachedSummary>({
    max: MAX_SUMMARIES,
    maxSize: MAX_CHARS,
    sizeCalculation: ({ text }) => text.length,
  })
  function serialize(row: SummaryRow, version: number): CachedSummary {
    const summary = presentSummary(row, { pictures, isSaved: false, isLimited: false })
    const { id, email, phone, email_state: hostState } = row
    const text = writeUnsaved(WithoutSaved.parse(summary))
    return { id, version, key: `${id}.${version}`, email, phone, hostState, text }
  }
  async function readMissing(stores: readonly FoundStore[], db: Db): Promise<CachedSummary[]> {
    const versions = new Map(stores.map(({ id, version }) => [id, version]))
    const rows = await db
      .selectFrom('stores')
      .select(summaryColumns)
      .where('id', 'in', [...versions.keys()])
      .execute()
    const texts = rows.map((row) => serialize(row, versions.get(row.id) ?? 0))
    for (const text of texts) cache.set(text.id, text)
    return texts
  }
  return {
    async read(stores, db) {
      const known = stores.flatMap(({ id, version }) => {
        const text = cache.get(id)
        return text?.version === version ? text : []
      })
      if (known.length === stores.length) return known
      const texts = new Map(known.map((text) => [text.id, text]))
      const missing = stores.filter(({ id }) => !texts.has(id))
      for (const text of await readMissing(missing, db)) texts.set(text.id, text)
      return stores.flatMap(({ id }) => texts.get(id) ?? [])
    },
  }
}

/**
 * The JSON of one store for one account: from the cache, except for the few that the account has
 * marked or hidden.
 */
export function summaryFor(
  summary: CachedSummary,
  { own, hiddenBy = null, isLimited }: OwnParts,
): string {
  const verdict = own?.verdicts.get(summary.email?.toLowerCase() ?? '')
  const text = isLimited || verdict ? rewrite(summary, { verdict, isLimited }) : summary.text
  if (!own?.tags && hiddenBy === null) return text
  const parts = JSON.stringify({
    hiddenBy,
    isSaved: own?.tags !== undefined,
    tags: own?.tags ?? [],
  })
  return `${text.slice(0, -NOT_SAVED.length)},${parts.slice(1)}`
}

type OwnParts = {
  /** Undefined where the account has no mark. */
  own: OwnMarks | undefined
  hiddenBy?: string | null | undefined
  isLimited: boolean
}

type Rewritten = { verdict: Verdict | undefined; isLimited: boolean }

function rewrite({ text, hostState }: CachedSummary, { verdict, isLimited }: Rewritten): string {
  const cached = WithoutSaved.parse(JSON.parse(text))
  const summary = verdict
    ? { ...cached, emailState: mailStateOf(hostState, { isBounced: false, own: verdict }) }
    : cached
  return writeUnsaved(isLimited ? limitContact(summary) : summary)
}
