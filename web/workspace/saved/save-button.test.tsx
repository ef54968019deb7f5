import type { StoreId } from '#contracts/ids.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { numberedPage } from '#contracts/paging.ts'
import { apiError } from '#testing/api-error.ts'
import { exampleSavedStore, exampleUnsavedStore } from '#testing/example-saved.ts'
import { renderHook } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { createQueryClient } from '#web/api/query.ts'
import type { ApiRequest } from '#web/api/transport.ts'
import { toastStore } from '#web/lib/toast.ts'
import type { SaveSubject } from './saved-changes.ts'
import { useSave } from './save-button.tsx'

const { t } = textsOf('en')
const store: SaveSubject = { kind: 'store', storeId: 1 as StoreId, name: 'Lamp' }
const product: SaveSubject = { kind: 'product', productId: '1-2', name: 'Moon', savedId: 7 }

afterEach(() => toastStore.set([]))

/** Presses the button of an item that is shown as saved or not. */
function press(
  subject: SaveSubject,
  isSaved: boolean,
  answer: (request: ApiRequest) => Promise<unknown>,
) {
  const client = createQueryClient(answer)
  renderHook(() => useSave(subject, isSaved), client).toggle()
}

const said = () =>
  toastStore.current().map(({ kind, title, description }) => [kind, title, description])

test.each([
  ['saving a store', store, false, 'Failed to save store', 'Lamp'],
  ['unsaving a store', store, true, 'Failed to unsave store', 'Lamp'],
  ['saving a product', product, false, 'Failed to save product', 'Moon'],
  ['unsaving a product', product, true, 'Failed to unsave product', 'Moon'],
] as const)('when %s fails, a toast says so with the status text and an explanation', { tags: ['errors.save-store', 'errors.unsave-store', 'errors.save-product', 'errors.unsave-product'] }, async (_, subject, isSaved, title, name) => {
  for (const [error, status, text] of [
    [apiError('plan_required', 403, { message: 'Ab Pro.', statusText: 'Forbidden' }), ': Forbidden', 'Ab Pro.'],
    [apiError('overloaded', 503, { statusText: 'Busy' }), ': Busy', t('errors:overloaded')],
    [apiError('network', 0), '', t('errors:network')],
  ] as const) {
    press(subject, isSaved, () => Promise.reject(error))
    await expect.poll(said).toEqual([['error', title + status, `${name}: ${text}`]])
  }
}) // prettier-ignore

test(
  'unsaving a product that is not among the saved ones says “Saved product not found”',
  { tags: ['errors.saved-product-not-found'] },
  async () => {
    const none = numberedPage([], { page: 0, size: 1000, total: 0 })
    const asked = vi.fn<() => Promise<unknown>>(async () => none)
    press({ ...product, savedId: null }, true, asked)
    await expect
      .poll(said)
      .toEqual([['info', 'Failed to unsave product', 'Moon: Saved product not found']])
    expect(asked).toHaveBeenCalledOnce()
  },
)

test('no toast says that an item is saved before the server has said so', async () => {
  const answer = Promise.withResolvers<unknown>()
  const asked = vi.fn<() => Promise<unknown>>(() => answer.promise)
  press(store, false, asked)
  await expect.poll(() => asked).toHaveBeenCalledOnce()
  expect(said()).toEqual([])
  answer.resolve(exampleSavedStore())
  await expect.poll(said).toEqual([['success', t('components:saving.saved'), 'Lamp']])
})

test(
  'a save shows a toast with an undo button that unsaves the item',
  { tags: ['saved-flag.store'] },
  async () => {
    const sent: string[] = []
    press(store, false, async ({ method, path }) => {
      sent.push(`${method} ${path}`)
      return exampleUnsavedStore()
    })
    await expect.poll(said).toHaveLength(1)
    const [toast] = toastStore.current()
    expect([toast?.title, toast?.action?.label]).toEqual([
      t('components:saving.saved'),
      t('components:saving.undo'),
    ])
    toast?.action?.run()
    await expect.poll(() => sent).toEqual(['POST /api/saved-stores', 'DELETE /api/saved-stores/1'])
    await expect.poll(said).toEqual([['success', t('components:saving.unsaved'), 'Lamp']])
  },
)
