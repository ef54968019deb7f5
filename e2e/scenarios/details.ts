import { expect } from '@playwright/test'
import { bareStore, fullStore } from '#testing/example-details.ts'
import { BUSY, FORBIDDEN, LONG_NAME, NOT_FOUND, pageOf, risks } from '#e2e/research-examples.ts'
import { bones, type Scenario, statesOf } from './scenario.ts'
import { buttonWith } from '#e2e/page.ts'

const DETAILS = '/api/stores/details/1'
const PRODUCTS = '/api/stores/products/domain/lamp.example'
const full = { json: { ...fullStore, id: 1 } }
const closed = { json: { ...bareStore, id: 1, name: LONG_NAME, status: 'CLOSED' } }

const store = statesOf('store details', 'pro', [
  ['loading', '/store/1', { [DETAILS]: 'never' }, bones],
  ['failed', '/store/1', { [DETAILS]: BUSY }, ['store-details:failed']],
  ['forbidden', '/store/1', { [DETAILS]: FORBIDDEN }, ['store-details:forbidden.title']],
  ['not found', '/store/1', { [DETAILS]: NOT_FOUND }, ['store-details:notFound.title']],
  ['publishes nothing', '/store/1', { [DETAILS]: closed }, ['store-details:closedNote.CLOSED']],
  [
    'every warning sign',
    '/store/1',
    {
      [DETAILS]: full,
      [`${DETAILS}/risks`]: { json: { assessedAt: fullStore.lastCheckedAt, flags: risks } },
    },
    ['list:filter.risks.options.same_contact_closed'],
  ],
  [
    'no product matches',
    '/store/1?tab=products&q=zz',
    { [PRODUCTS]: pageOf([]) },
    ['store-details:noMatch.title'],
  ],
  [
    'products, failed',
    '/store/1?tab=products',
    { [PRODUCTS]: BUSY },
    ['store-details:productsFailed'],
  ],
])

const evidence: Scenario = {
  name: 'evidence of a store',
  visitor: 'pro',
  async play({ main, dialog, t, open, answer, look }) {
    const moved = { ...full.json, movedHere: true, movedReason: 'older_shop' }
    await answer(DETAILS, { json: moved })
    await open('/store/1')
    const fact = t('store-details:facts.shop')
    await buttonWith(main, t('store-details:evidence.title', { fact })).click()
    await expect(dialog).toBeVisible()
    await look('evidence')
  },
}

const PRODUCT = '/api/products/1-1'
const product = statesOf('product details', 'pro', [
  ['loading', '/product/1-1', { [PRODUCT]: 'never' }, bones],
  ['failed', '/product/1-1', { [PRODUCT]: BUSY }, ['product-detail:failed']],
  ['forbidden', '/product/1-1', { [PRODUCT]: FORBIDDEN }, ['product-detail:access.upgrade.title']],
  ['not found', '/product/1-1', { [PRODUCT]: NOT_FOUND }, ['product-detail:notFound.title']],
  ['in all stores, loading', '/products/1', { '/api/products/clusters/1': 'never' }, bones],
])

export const detailScenarios: readonly Scenario[] = [store, evidence, product]
