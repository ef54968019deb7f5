import { useQuery } from '@tanstack/react-query'
import { listStoreProducts } from '#contracts/catalog/products.ts'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import type { TemplateValues } from '#contracts/workspace/templates.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'

/** What the fields of a template say about a store, in the reader's language; null while products load. */
export function useTemplateValues(store: StoreSummary): TemplateValues | null {
  const formats = useFormats()
  const query = { size: '1', sortBy: 'createdAt', sortDirection: 'ASC' } as const
  const { data, isPending } = useQuery(
    q(listStoreProducts, { params: { domain: store.domain }, query }),
  )
  if (isPending) return null
  return {
    store: store.name,
    country: store.country && formats.country(store.country),
    launch_day: store.launchDate && formats.day(store.launchDate),
    theme: store.themeName,
    first_product: data?.content[0]?.title ?? null,
    app: store.apps[0]?.name ?? null,
  }
}
