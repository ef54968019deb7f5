import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { StoreSummary } from '#contracts/stores.ts'
import type { Db } from '#server/context.ts'
import type { PictureAddresses } from '#server/features/pictures/picture-addresses.ts'
import type { StoreMatch } from '#server/search/store-match.ts'
import { presentSummary, summaryColumns } from './present-summary.ts'

const MAX_TEXTS = 20_000
const MAX_CHARS = 16 * 1024 * 1024

/** What a list says of a store, as JSON without its end: whether the account has saved it. */
type SummaryText = { id: number; version: number; head: string }

type Deps = { db: Db; pictureAddresses: PictureAddresses }
type Page = {
  ids: readonly number[]
  versionOf: StoreMatch['versionOf']
  isSaved: (storeId: number) => boolean
}

export type SummaryTexts = {
  /** The JSON of each store in the order of the page; a store that was erased meanwhile is left out. */
  read: (page: Page) => Promise<string[]>
}

const WithoutSaved = z.omit(StoreSummary, { isSaved: true })

/**
 * Keeps what lists say of a store as long as the index of stores sees no change of it: every column of a summary gives the row another
 * `change_id`. What is kept has passed the response schema, which lets through only the fields that it names.
 */
export function createSummaryTexts({ db, pictureAddresses }: Deps): SummaryTexts {
  const kept = new LRUCache<number, SummaryText>({
    max: MAX_TEXTS,
    maxSize: MAX_CHARS,
    sizeCalculation: ({ head }) => head.length,
  })
  async function readAnew(versions: ReadonlyMap<number, number>): Promise<SummaryText[]> {
    const ids = [...versions.keys()]
    if (ids.length === 0) return []
    const rows = await db.selectFrom('stores').select(summaryColumns).where('id', 'in', ids).execute()
    return rows.map((row) => {
      const summary = presentSummary(row, { pictures: pictureAddresses, isSaved: false })
      const head = JSON.stringify(WithoutSaved.parse(summary)).slice(0, -1)
      const text = { id: row.id, version: versions.get(row.id) ?? 0, head }
      kept.set(row.id, text)
      return text
    })
  }
  return {
    async read({ ids, versionOf, isSaved }) {
      const heads = new Map<number, string>()
      const missing = new Map<number, number>()
      for (const id of ids) {
        const version = versionOf(id)
        const text = kept.get(id)
        if (version === undefined) kept.delete(id)
        else if (text?.version === version) heads.set(id, text.head)
        else missing.set(id, version)
      }
      for (const { id, head } of await readAnew(missing)) heads.set(id, head)
      return ids.flatMap((id) => {
        const head = heads.get(id)
        return head === undefined ? [] : [`${head},"isSaved":${isSaved(id)}}`]
      })
    },
  }
}
