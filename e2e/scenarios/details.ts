import { expect, type Page } from '@playwright/test'
import { bareStore, fullStore } from '#testing/example-details.ts'
import { answer, type Answer } from '#e2e/account-answers.ts'
import { BUSY, FORBIDDEN, LONG_NAME, NOT_FOUND, pageOf, risks } from '#e2e/research-examples.ts'
import { go, open } from '#e2e/page.ts'
import type { Scenario } from './scenario.ts'

const store: Scenario = {
  name: 'store details',
  visitor: 'pro',
  async play({ page, texts, look }) {
    const { t } = texts
    const main = page.getByRole('main')
    const details = (id: number, given: Answer) => answer(page, `/api/stores/details/${id}`, given)
    await details(1, 'never')
    await open(page, '/store/1', texts)
    await expect(main.locator('.bone').first()).toBeVisible()
    await look('loading')
    for (const [id, given, text] of [
      [2, BUSY, 'store-details:failed'],
      [3, FORBIDDEN, 'store-details:forbidden.title'],
      [4, NOT_FOUND, 'store-details:notFound.title'],
    ] as const) {
      await details(id, given)
      await go(page, `/store/${id}`, texts)
      await expect(main.getByText(t(text))).toBeVisible()
      await look(text)
    }
    await details(5, { json: { ...bareStore, id: 5, name: LONG_NAME, status: 'CLOSED' } })
    await go(page, '/store/5', texts)
    await expect(main.getByText(t('store-details:closedNote.CLOSED'))).toBeVisible()
    await look('closed, publishes nothing')

    await answer(page, '/api/stores/details/7/risks', { json: { flags: risks } })
    await details(7, { json: { ...fullStore, id: 7 } })
    await go(page, '/store/7', texts)
    await expect(
      main.getByText(t('store-details:risks.kinds.same_contact_closed.name')),
    ).toBeVisible()
    await look('every warning sign')

    await details(6, { json: { ...fullStore, id: 6, movedHere: true, movedReason: 'older_shop' } })
    await go(page, '/store/6', texts)
    await main
      .getByRole('button', {
        name: t('store-details:evidence.title', { fact: t('store-details:facts.shop') }),
      })
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('evidence')
    await page.keyboard.press('Escape')
    await products(page, pageOf([]))
    await go(page, '/store/6?tab=products&q=zz', texts)
    await expect(main.getByText(t('store-details:noMatch.title'))).toBeVisible()
    await look('no product matches')
    await products(page, BUSY)
    await go(page, '/store/6?tab=products', texts)
    await expect(main.getByText(t('store-details:productsFailed'))).toBeVisible()
    await look('products, failed')
  },
}

const products = (page: Page, given: Answer) =>
  answer(page, '/api/stores/products/domain/lamp.example', given)

const product: Scenario = {
  name: 'product details',
  visitor: 'pro',
  async play({ page, texts, look }) {
    const { t } = texts
    const main = page.getByRole('main')
    await answer(page, '/api/products/1-1', 'never')
    await open(page, '/product/1-1', texts)
    await expect(main.locator('.bone').first()).toBeVisible()
    await look('loading')
    for (const [id, given, text] of [
      ['1-2', BUSY, 'product-detail:failed'],
      ['1-3', FORBIDDEN, 'product-detail:access.upgrade.title'],
      ['1-4', NOT_FOUND, 'product-detail:notFound.title'],
    ] as const) {
      await answer(page, `/api/products/${id}`, given)
      await go(page, `/product/${id}`, texts)
      await expect(main.getByText(t(text))).toBeVisible()
      await look(text)
    }
  },
}

const cluster: Scenario = {
  name: 'product in all stores',
  visitor: 'pro',
  async play({ page, texts, look }) {
    const { t } = texts
    const main = page.getByRole('main')
    await answer(page, '/api/products/clusters/1', 'never')
    await open(page, '/products/1', texts)
    await expect(main.locator('.bone').first()).toBeVisible()
    await look('loading')
    for (const [id, given, text] of [
      ['2', BUSY, 'product-detail:failed'],
      ['3', NOT_FOUND, 'product-detail:notFound.title'],
    ] as const) {
      await answer(page, `/api/products/clusters/${id}`, given)
      await go(page, `/products/${id}`, texts)
      await expect(main.getByText(t(text))).toBeVisible()
      await look(text)
    }
  },
}

export const detailScenarios: readonly Scenario[] = [store, product, cluster]
