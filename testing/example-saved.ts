import type { StoreId } from '#contracts/ids.ts'
import { SavedProduct, SavedStore } from '#contracts/workspace/saved.ts'
import type { SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { exampleSummary } from '#testing/example-summary.ts'

const AT = '2026-11-20T10:00:00.000Z'
const kept = { id: 1, notes: '', tags: [], isFavorite: false, createdAt: AT, updatedAt: AT }

export const exampleSavedStore = (values: Partial<SavedStore> = {}): SavedStore =>
  SavedStore.parse({
    ...kept,
    storeId: 1,
    stage: null,
    store: exampleSummary({ id: values.storeId ?? (1 as StoreId), isSaved: true }),
    ...values,
  })

export const exampleSearch = (values: Partial<SavedSearch> = {}): SavedSearch => ({
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Lamps',
  view: 'stores',
  query: 'country=DE',
  mails: false,
  instant: false,
  webhooks: false,
  display: null,
  profile: null,
  sendsMails: false,
  mailedAt: null,
  createdAt: AT,
  seenAt: AT,
  newMatches: 0,
  total: 3,
  ...values,
})

export const UNDO_ID = '00000000-0000-4000-8000-000000000000'
/** As unsaving it answers. */
export const exampleUnsavedStore = (values: Partial<SavedStore> = {}) => ({
  ...exampleSavedStore(values),
  undo: { id: UNDO_ID, until: AT },
})

export const exampleSavedProduct = (values: Partial<SavedProduct> = {}): SavedProduct =>
  SavedProduct.parse({
    ...kept,
    productId: '1-2',
    product: {
      id: values.productId ?? '1-2',
      title: 'Moon lamp',
      images: [],
      variants: [
        { id: '3', title: 'Default', price: '19.99', compareAtPrice: null, available: true },
      ],
      currency: 'EUR',
      createdAt: AT,
      isSaved: true,
      savedId: values.id ?? 1,
      trend: null,
      cluster: null,
      removedAt: null,
      store: {
        id: 1,
        slug: 'lamp',
        name: 'Lamp',
        domain: 'lamp.example',
        country: null,
        foundDay: '2026-11-20',
      },
    },
    ...values,
  })
