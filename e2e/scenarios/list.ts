import { expect } from '@playwright/test'
import { answer } from '#e2e/account-answers.ts'
import { BUSY, FORBIDDEN, noSearches, pageOf, searches } from '#e2e/research-examples.ts'
import { listScreen } from '#e2e/list-screen.ts'
import { button, field, go, open } from '#e2e/page.ts'
import type { Scenario } from './scenario.ts'

/**
 * Past days without stores in the demo's world; each is requested once, so that no cached answer is
 * used.
 */
const list = (day: number, more = '') => `/list?mode=single&date=2020-01-0${day}${more}`
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

const rows: Scenario = {
  name: 'list',
  visitor: 'pro',
  async play({ page, texts, look }) {
    const { t } = texts
    const main = page.getByRole('main')
    await answer(page, '/api/stores', 'never')
    await answer(page, '/api/trending/products', 'never')
    await answer(page, '/api/stores/facets', BUSY)
    await open(page, list(1), texts)
    await expect(main.locator('.bone').first()).toBeVisible()
    await look('loading')
    await answer(page, '/api/stores', BUSY)
    await go(page, list(2), texts)
    await expect(main.getByText(t('list:failed'))).toBeVisible()
    await look('failed')
    await answer(page, '/api/stores', FORBIDDEN)
    await go(page, list(3), texts)
    await expect(main.getByText(t('list:forbidden.title'))).toBeVisible()
    await look('forbidden')
    await answer(page, '/api/stores', pageOf([]))
    await go(page, list(4, '&country=DE&category=-furniture&theme=-unknown&price=..50'), texts)
    await expect(main.getByText(t('list:empty.noMatch'))).toBeVisible()
    await look('no match')

    await go(page, list(5, '&view=products'), texts)
    await expect(main.locator('.bone').first()).toBeVisible()
    await look('products, loading')
    await answer(page, '/api/trending/products', BUSY)
    await go(page, list(6, '&view=products'), texts)
    await expect(main.getByText(t('list:products.failed'))).toBeVisible()
    await look('products, failed')
    await answer(page, '/api/trending/products', pageOf([]))
    await go(page, list(7, '&view=products'), texts)
    await expect(main.getByText(t('list:products.empty.trending'))).toBeVisible()
    await look('products, none')
  },
}

const filters: Scenario = {
  name: 'filters',
  visitor: 'pro',
  async play({ page, texts, look }) {
    await page.addInitScript((open) => localStorage.setItem('list-filters', open), filterGroups)
    await page.setViewportSize({ width: 320, height: 640 })
    await open(page, '/list?country=DE,-FR&launched=2026-10-01..', texts)
    await page.locator('main [aria-haspopup=dialog][aria-expanded]').click()
    await expect(page.getByRole('dialog').locator('[data-column]').first()).toBeVisible()
    await look('sheet, all of it open')
  },
}

const searchDialogs: Scenario = {
  name: 'saved searches',
  visitor: 'pro',
  async play({ page, texts, look }) {
    const { t } = texts
    const dialog = page.getByRole('dialog')
    const { more } = listScreen(page, texts)
    const press = async (name: string) => {
      await more.click()
      await button(page.getByRole('main'), name).click()
    }
    await answer(page, '/api/saved-searches', BUSY)
    await open(page, list(1, '&country=DE'), texts)
    const openSheet = async () => {
      await more.click()
      await page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^${t('list:searches.title')}`) })
        .click()
    }
    await openSheet()
    await expect(dialog.getByText(t('list:searches.failed.load'))).toBeVisible()
    await look('failed')
    await answer(page, '/api/saved-searches', noSearches)
    await open(page, list(1, '&country=DE'), texts)
    await openSheet()
    await expect(dialog.getByText(t('list:searches.none.title'))).toBeVisible()
    await look('none')
    await page.keyboard.press('Escape')
    await press(t('list:searches.save'))
    await dialog.getByRole('textbox').fill(' ')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(t('list:searches.form.nameRequired'))).toBeVisible()
    await look('save, without a name')

    await answer(page, '/api/saved-searches', searches)
    await open(page, list(1, '&country=FR'), texts)
    await press(t('list:searches.save'))
    await expect(dialog.getByText(t('list:searches.limit.have'))).toBeVisible()
    await look('no room')
    await page.keyboard.press('Escape')
    await openSheet()
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await look('two')
    await dialog.getByRole('button', { name: t('list:searches.editOf', { name: 'DE' }) }).click()
    await expect(field(dialog, t('list:searches.form.name'))).toHaveValue('DE')
    await look('change one')
  },
}

export const listScenarios: readonly Scenario[] = [rows, filters, searchDialogs]
