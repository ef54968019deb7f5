import type { StoreId } from '#contracts/ids.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { numberedPage } from '#contracts/paging.ts'
import {
  listSavedProducts,
  listSavedStores,
  type SavedProduct,
  type SavedStore,
} from '#contracts/workspace/saved.ts'
import { apiError } from '#testing/api-error.ts'
import { exampleSavedProduct, exampleSavedStore } from '#testing/example-saved.ts'
import { memoryStorage } from '#testing/memory-storage.ts'
import { all, given, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { readSaved, savedQueryOf } from './saved-address.ts'
import { SavedPage } from './saved-page.tsx'

const { t } = textsOf('en')

type Kind = 'stores' | 'products'
type Answer = SavedStore[] | SavedProduct[] | Error
type Options = Pick<Parameters<typeof renderScreen>[1] & object, 'visitor' | 'isOnline'> & {
  search?: string
  total?: number
}

beforeEach(() => void vi.stubGlobal('localStorage', memoryStorage()))

const addressOf = { stores: '/saved', products: '/saved/products' }
const calls = { stores: listSavedStores, products: listSavedProducts }

function render(
  kind: Kind,
  answer?: Answer,
  { search = '', total, ...options }: Options = {},
): string {
  const query = savedQueryOf(readSaved(new URLSearchParams(search)))
  const page = (content: (SavedStore | SavedProduct)[]) =>
    numberedPage(content, { page: 0, size: 20, total: total ?? content.length })
  return renderScreen(<SavedPage />, {
    address: addressOf[kind] + search,
    answers: answer
      ? [given(calls[kind], answer instanceof Error ? answer : page(answer), { query })]
      : [],
    ...options,
  })
}

const rowsOf = (page: string) => page.match(/<li data-row.*?<\/li>/g) ?? []

test(
  'the title is the heading, and the subtitle stays folded as the user left it',
  { tags: ['saved.title', 'saved.subtitle'] },
  () => {
    const page = render('stores', [])
    expect(page).toMatch(new RegExp(`<h1[^>]*>${t('saved:hero.title')}</h1>`))
    const subtitle = (html: string) =>
      /aria-expanded="(\w+)" aria-controls="(saved-subtitle)".*<p id="saved-subtitle"( hidden="")? ?/.exec(
        html,
      )
    expect(subtitle(page)?.slice(1)).toEqual(['true', 'saved-subtitle', undefined])
    expect(page).toContain(t('saved:hero.subtitle').slice(0, 40))
    vi.stubGlobal('localStorage', memoryStorage({ savedIntroFolded: '1' }))
    expect(subtitle(render('stores', []))?.slice(1)).toEqual([
      'false',
      'saved-subtitle',
      ' hidden=""',
    ])
  },
)

test(
  'each saved store is listed with its page, notes, tags and buttons',
  { tags: ['routes.saved', 'saved.lists-stores'] },
  () => {
    const [row = '', ...others] = rowsOf(
      render('stores', [
        exampleSavedStore({ notes: 'Ask Anna', tags: ['lamps'], isFavorite: true }),
        exampleSavedStore({ id: 2, storeId: 2 as StoreId }),
      ]),
    )
    expect(others).toHaveLength(1)
    for (const text of ['href="/store/1"', '>Lamp<', 'Ask Anna', 'lamps'])
      expect(row).toContain(text)
    const pressed = (name: string) =>
      new RegExp(`<button (?=[^>]*aria-pressed="(\\w+)")(?=[^>]*aria-label="${name}")`).exec(
        row,
      )?.[1]
    expect(pressed(t('saved:entry.favorite', { name: 'Lamp' }))).toBe('true')
    expect(pressed(t('components:saving.saveThis', { name: 'Lamp' }))).toBe('true')
  },
)

test('a saved store beyond the daily contact limit says so in place of its address', () => {
  const { store, ...saved } = exampleSavedStore()
  const limited = {
    ...saved,
    store: { ...store, hasEmail: true, email: null, contactsLimited: true },
  }
  expect(render('stores', [limited])).toContain(t('common:contactsLimited.short'))
})

test(
  'saved products are listed on the same screen at their own address, including removed ones',
  { tags: ['routes.saved-products', 'saved.lists-products'] },
  () => {
    const gone = exampleSavedProduct({ id: 2, productId: '1-3' })
    gone.product.removedAt = '2026-11-21T00:00:00.000Z'
    const page = render('products', [exampleSavedProduct({ notes: 'Sample' }), gone])
    const [row = '', removed = ''] = rowsOf(page)
    for (const text of ['href="/product/1-2"', 'Moon lamp', '€19.99', 'Sample'])
      expect(row).toContain(text)
    const said = t('saved:entry.removedOn', { day: 'Nov 21, 2026' })
    expect([row.includes(said), removed.includes(said)]).toEqual([false, true])
    expect(page).toMatch(new RegExp(`<h1[^>]*>${t('saved:hero.title')}</h1>`))
  },
)

test.each([
  ['stores', '/saved'],
  ['products', '/saved/products'],
] as const)(
  'the list of %s is the current one at %s',
  { tags: ['routes.saved', 'routes.saved-products'] },
  (kind, address) => {
    const page = render(kind, [])
    expect(all(page, /<a aria-current="page"[^>]*href="(\/saved[^"]*)"/g)).toEqual([address])
  },
)

test.each<[Kind, Options]>([
  ['stores', { visitor: 'checking' }],
  ['stores', {}],
  ['products', {}],
])(
  'a skeleton shows until the saved %s are known: %o',
  { tags: ['saved.lazy-skeleton'] },
  (kind, options) => {
    const page = render(kind, undefined, options)
    expect(page).toContain('bone')
    expect(page).toContain('aria-busy="true"')
    expect(page).not.toContain('role="alert"')
  },
)

test.each([
  ['stores', 'Failed to fetch saved stores'],
  ['products', 'Failed to fetch saved products'],
] as const)(
  'a failed call for %s says “%s”, followed by the status text, and explains it',
  { tags: ['errors.saved-stores', 'errors.saved-products'] },
  (kind, title) => {
    for (const [error, text] of [
      [apiError('overloaded', 503, { statusText: 'Busy' }), t('errors:overloaded')],
      [apiError('internal', 500, { statusText: 'Broken', message: 'Nein.' }), 'Nein.'],
    ] as const) {
      const followed = `${title}<span[^>]*>: ${error.statusText}</span>`
      expect(render(kind, error)).toMatch(new RegExp(`<h2[^>]*>${followed}</h2><p[^>]*>${text}<`))
    }
  },
)

test.each<[string, Answer | undefined, Options, string]>([
  ['nothing is saved', [], {}, 'saved:empty.stores.title'],
  ['nothing matches', [], { search: '?q=lamp' }, 'saved:noMatch.title'],
  ['the page lies beyond the last', [], { search: '?page=9', total: 3 }, 'saved:beyond.title'],
  ['the plan ended', apiError('plan_required', 403), {}, 'saved:access.upgrade.title'],
  ['the connection is lost', undefined, { isOnline: false }, 'errors:network'],
])('when %s the screen says so', (_, answer, options, text) => {
  expect(render('stores', answer, options)).toContain(t(text as 'errors:network'))
})

test.each([
  ['anonymous', 'signIn', 'Authentication required'],
  ['guest', 'upgrade', t('saved:access.upgrade.title')],
] as const)(
  '%s stays at the address and sees how to get access',
  { tags: ['saved-rule.token', 'routes.saved', 'routes.saved-products'] },
  (visitor, kind, title) => {
    for (const list of ['stores', 'products'] as const) {
      const page = render(list, [exampleSavedStore()], { visitor })
      expect(page).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
      expect(page).toContain(t(`saved:access.${kind}.action`))
      expect(rowsOf(page)).toEqual([])
    }
  },
)
