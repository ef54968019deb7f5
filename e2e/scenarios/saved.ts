import { expect } from '@playwright/test'
import type { Answer } from '#e2e/account-answers.ts'
import {
  BUSY,
  FORBIDDEN,
  LONG_NAME,
  pageOf,
  savedProducts,
  savedStores,
  savedTags,
} from '#e2e/research-examples.ts'
import { button, link } from '#e2e/page.ts'
import { bones, type Scenario, statesOf } from './scenario.ts'

const rights = {
  formats: ['csv'],
  rowsPerDay: 1000,
  remainingToday: 1,
  contacts: { perDay: 1500, remainingToday: 1500 },
}

const kept = (given: Answer) => ({ '/api/saved-stores': given, '/api/saved-products': given })
const withoutItems = statesOf('saved, without items', 'pro', [
  ['loading', '/saved', kept('never'), bones],
  ['failed', '/saved/products?q=a', kept(BUSY), ['saved:failed.products']],
  ['forbidden', '/saved?q=b', kept(FORBIDDEN), ['saved:access.upgrade.title']],
  ['no match', '/saved?q=c', kept(pageOf([])), ['saved:noMatch.title']],
  ['none', '/saved', kept(pageOf([])), ['saved:empty.stores.title']],
])

const saved: Scenario = {
  name: 'saved',
  visitor: 'pro',
  async play({ main, t, open, go, answer, look }) {
    await answer('/api/saved/tags', savedTags)
    await answer('/api/saved-stores', pageOf(savedStores))
    await answer('/api/saved-products', pageOf(savedProducts))
    await open('/saved/products')
    await expect(main.getByText(t('saved:entry.removed'))).toBeVisible()
    await look('products')
    await go('/saved?q=d')
    await expect(link(main, LONG_NAME)).toBeVisible()
    await main.getByRole('checkbox').first().check()
    await expect(main.getByRole('region', { name: t('bulk:label') })).toBeVisible()
    await look('stores, one selected')
  },
}

const exportDialog: Scenario = {
  name: 'export',
  visitor: 'pro',
  async play({ page, main, dialog, t, open, answer, look }) {
    const press = () => button(main, t('components:export.open')).click()
    await answer('/api/saved/tags', savedTags)
    await answer('/api/saved-stores', pageOf(savedStores))
    await answer('/api/exports', BUSY)
    await open('/saved')
    await press()
    await expect(dialog.getByText(t('exports:rightsFailed'))).toBeVisible()
    await look('rights unknown')
    await page.keyboard.press('Escape')
    await answer('/api/exports', { json: rights })
    await press()
    await expect(dialog.getByRole('radio').first()).toBeVisible()
    await look('fewer rows left than there are')
    await answer('/api/exports', 'offline')
    await button(dialog, t('exports:downloadFirst', { count: 1, rows: 1 })).click()
    await expect(dialog.getByText(t('errors:network'))).toBeVisible()
    await look('no connection')
  },
}

export const savedScenarios: readonly Scenario[] = [withoutItems, saved, exportDialog]
