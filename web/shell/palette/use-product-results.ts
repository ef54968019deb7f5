import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listTrendingProducts, type TrendingProduct } from '#contracts/catalog/trending-products.ts'
import { q } from '#web/api/query.ts'
import { fold } from '#web/lib/i18n/fold-text.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import type { PaletteItem } from './palette-items.ts'

const MIN_LETTERS = 3
const MAX_SHOWN = 4

/** Trending products by their titles. `searched`: settled words. */
export function useProductResults(text: string, searched: string): PaletteItem[] {
  const { t } = useTranslation('palette')
  const formats = useFormats()
  const isWanted = text.length >= MIN_LETTERS && searched.length >= MIN_LETTERS
  const { data } = useQuery({
    ...q(listTrendingProducts, { query: { title: searched, size: String(MAX_SHOWN) } }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  if (!isWanted || !data) return []
  const { content, totalElements } = data
  // While results still belong to other words, keep only those that match the current text as well.
  const items = content.flatMap(({ cluster }) => {
    if (!cluster || !fold(cluster.title).includes(fold(text))) return []
    const stores = formats.number(cluster.listingStores)
    return productItem(cluster, t('stores', { count: cluster.listingStores, total: stores }))
  })
  if (items.length === 0 || totalElements <= content.length) return items
  const all: PaletteItem = {
    id: 'products:all',
    group: 'products',
    label: t('allProducts', {
      count: totalElements,
      total: formats.number(totalElements),
      text: searched,
    }),
    shown: 'found',
    action: { kind: 'go', to: paths.list({ view: 'products', title: searched }) },
  }
  return [...items, all]
}

type Cluster = NonNullable<TrendingProduct['cluster']>

const productItem = (
  { id, title, titleLanguage, imageUrl }: Cluster,
  hint: string,
): PaletteItem => ({
  id: `product:${id}`,
  group: 'products',
  label: title,
  hint,
  ...(titleLanguage !== null && { lang: titleLanguage }),
  pictureUrl: imageUrl,
  shown: 'found',
  action: { kind: 'go', to: paths.cluster(id) },
})
