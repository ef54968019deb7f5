import { expect } from '@playwright/test'
import { fullStore } from '#testing/example-details.ts'
import { BUSY, FORBIDDEN, NOT_FOUND, noSearches, pageOf, searches } from '#e2e/research-examples.ts'
import { listScreen } from '#e2e/list-screen.ts'
import { button, buttonWith, field } from '#e2e/page.ts'
import { bones, type Scenario, statesOf } from './scenario.ts'

/** A past day without stores in the demo's world. */
const list = (more = '') => `/list?mode=single&date=2020-01-01${more}`
const filterGroups = [
  'section-launch',
  'launched',
  'confidence',
  'status',
  'section-place',
  'country',
  'language',
  'section-offer',
  'category',
  'products',
  'price',
  'section-technology',
  'apps',
  'section-contact',
  'emailKind',
  'section-mine',
].join(',')

const STORES = '/api/stores'
const PRODUCTS = '/api/trending/products'
const narrow = list('&country=DE&category=-furniture&theme=-unknown&price=..50')
const rows = statesOf('list', 'pro', [
  ['loading', list(), { [STORES]: 'never', '/api/stores/facets': BUSY }, bones],
  ['failed', list(), { [STORES]: BUSY }, ['list:failed']],
  ['forbidden', list(), { [STORES]: FORBIDDEN }, ['list:forbidden.title']],
  ['no match', narrow, { [STORES]: pageOf([]) }, ['list:empty.noMatch']],
  ['products, loading', list('&view=products'), { [PRODUCTS]: 'never' }, bones],
  ['products, failed', list('&view=products'), { [PRODUCTS]: BUSY }, ['list:products.failed']],
  [
    'products, none',
    list('&view=products'),
    { [PRODUCTS]: pageOf([]) },
    ['list:products.empty.trending'],
  ],
])

const filters: Scenario = {
  name: 'filters',
  visitor: 'pro',
  async play({ page, dialog, open, look }) {
    await page.addInitScript((open) => localStorage.setItem('list-filters', open), filterGroups)
    await page.setViewportSize({ width: 320, height: 640 })
    await open('/list?country=DE,-FR&launched=2026-10-01..')
    await page.locator('main [aria-haspopup=dialog][aria-expanded]').click()
    await expect(dialog.locator('[data-column]').first()).toBeVisible()
    await look('sheet, all of it open')
  },
}

const DETAILS = '/api/stores/details/1'
const full = { json: { ...fullStore, id: 1 } }
const looks = statesOf('quick look', 'pro', [
  ['loading', list('&peek=1'), { [DETAILS]: 'never' }, bones],
  ['failed', list('&peek=1'), { [DETAILS]: BUSY }, ['store-details:failed']],
  ['gone', list('&peek=1'), { [DETAILS]: NOT_FOUND }, ['store-details:notFound.title']],
  ['a store', list('&peek=1'), { [DETAILS]: full }, ['store-details:sections.launch']],
])

const quickLook: Scenario = {
  ...looks,
  async play(stage) {
    await stage.page.setViewportSize({ width: 1024, height: 768 })
    await looks.play(stage)
  },
}

const searchDialogs: Scenario = {
  name: 'saved searches',
  visitor: 'pro',
  async play({ page, main, dialog, t, texts, open, answer, look }) {
    const { more } = listScreen(page, texts)
    const press = async (name: string) => {
      await more.click()
      await button(main, name).click()
    }
    await answer('/api/saved-searches', BUSY)
    await open(list('&country=DE'))
    const openSheet = async () => {
      await more.click()
      await buttonWith(main, new RegExp(`^${t('list:searches.title')}`)).click()
    }
    await openSheet()
    await expect(dialog.getByText(t('list:searches.failed.load'))).toBeVisible()
    await look('failed')
    await answer('/api/saved-searches', noSearches)
    await open(list('&country=DE'))
    await openSheet()
    await expect(dialog.getByText(t('list:searches.none.title'))).toBeVisible()
    await look('none')
    await page.keyboard.press('Escape')
    await press(t('list:searches.save'))
    await dialog.getByRole('textbox').fill(' ')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(t('list:searches.form.nameRequired'))).toBeVisible()
    await look('save, without a name')

    await answer('/api/saved-searches', searches)
    await open(list('&country=FR'))
    await press(t('list:searches.save'))
    await expect(dialog.getByText(t('list:searches.limit.have'))).toBeVisible()
    await look('no room')
    await page.keyboard.press('Escape')
    await openSheet()
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await look('two')
    await buttonWith(dialog, t('list:searches.editOf', { name: 'DE' })).click()
    await expect(field(dialog, t('list:searches.form.name'))).toHaveValue('DE')
    await look('change one')
  },
}

export const listScenarios: readonly Scenario[] = [rows, filters, quickLook, searchDialogs]
