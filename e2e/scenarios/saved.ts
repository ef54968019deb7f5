import { expect } from '@playwright/test'
import { answer } from '#e2e/account-answers.ts'
import {
  BUSY,
  FORBIDDEN,
  LONG_NAME,
  pageOf,
  savedProducts,
  savedStores,
  savedTags,
} from '#e2e/research-examples.ts'
import { button, go, open } from '#e2e/page.ts'
import type { Scenario } from './scenario.ts'

const rights = {
  formats: ['csv'],
  rowsPerDay: 1000,
  remainingToday: 1,
  contacts: { perDay: 1500, remainingToday: 1500 },
}

const saved: Scenario = {
  name: 'saved',
  visitor: 'pro',
  async play({ page, texts, look }) {
    const { t } = texts
    const main = page.getByRole('main')
    const answerAll = async (given: Parameters<typeof answer>[2]) => {
      await answer(page, '/api/saved-stores', given)
      await answer(page, '/api/saved-products', given)
    }
    await answer(page, '/api/saved/tags', savedTags)
    await answerAll('never')
    await open(page, '/saved', texts)
    await expect(main.locator('.bone').first()).toBeVisible()
    await look('loading')
    await answerAll(BUSY)
    await go(page, '/saved/products', texts)
    await expect(main.locator('.bone').first()).toBeVisible()
    await go(page, '/saved/products?q=a', texts)
    await expect(main.getByText(t('saved:failed.products'))).toBeVisible()
    await look('failed')
    await answerAll(FORBIDDEN)
    await go(page, '/saved?q=b', texts)
    await expect(main.getByText(t('saved:access.upgrade.title'))).toBeVisible()
    await look('forbidden')
    await answerAll(pageOf([]))
    await go(page, '/saved?q=c', texts)
    await expect(main.getByText(t('saved:noMatch.title'))).toBeVisible()
    await look('no match')
    await open(page, '/saved', texts)
    await expect(main.getByText(t('saved:empty.stores.title'))).toBeVisible()
    await look('none')

    await answer(page, '/api/saved-stores', pageOf(savedStores))
    await answer(page, '/api/saved-products', pageOf(savedProducts))
    await open(page, '/saved/products', texts)
    await expect(main.getByText(t('saved:entry.removed'))).toBeVisible()
    await look('products')
    await go(page, '/saved?q=d', texts)
    await expect(main.getByRole('link', { name: LONG_NAME })).toBeVisible()
    await main.getByRole('checkbox').first().check()
    await expect(main.getByRole('region', { name: t('saved:bulk.label') })).toBeVisible()
    await look('stores, one selected')
  },
}

const exportDialog: Scenario = {
  name: 'export',
  visitor: 'pro',
  async play({ page, texts, look }) {
    const { t } = texts
    const dialog = page.getByRole('dialog')
    const press = () => button(page.getByRole('main'), t('components:export.open')).click()
    await answer(page, '/api/saved/tags', savedTags)
    await answer(page, '/api/saved-stores', pageOf(savedStores))
    await answer(page, '/api/exports', BUSY)
    await open(page, '/saved', texts)
    await press()
    await expect(dialog.getByText(t('exports:rightsFailed'))).toBeVisible()
    await look('rights unknown')
    await page.keyboard.press('Escape')
    await answer(page, '/api/exports', { json: rights })
    await press()
    await expect(dialog.getByRole('radio').first()).toBeVisible()
    await look('fewer rows left than there are')
    await answer(page, '/api/exports', 'offline')
    await button(dialog, t('exports:downloadFirst', { count: 1, rows: 1 })).click()
    await expect(dialog.getByText(t('errors:network'))).toBeVisible()
    await look('no connection')
  },
}

export const savedScenarios: readonly Scenario[] = [saved, exportDialog]
