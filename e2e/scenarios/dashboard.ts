import { expect } from '@playwright/test'
import { exampleSavedStore } from '#testing/example-saved.ts'
import { answer, type Answer, refusal } from '#e2e/account-answers.ts'
import { BUSY, LONG_NAME, noSearches, pageOf, searches, survival } from '#e2e/research-examples.ts'
import { button, heading, open } from '#e2e/page.ts'
import type { Scenario } from './scenario.ts'

const dashboard: Scenario = {
  name: 'dashboard',
  visitor: 'pro',
  async play({ page, texts, look }) {
    const { t } = texts
    const main = page.getByRole('main')
    const answerAll = async (
      latest: Answer,
      days: Answer,
      kept: Answer,
      stores: Answer,
      cohorts = stores,
    ) => {
      await answer(page, '/api/today', latest)
      await answer(page, '/api/stores/calendar', days)
      await answer(page, '/api/saved-searches', kept)
      await answer(page, '/api/stores', stores)
      await answer(page, '/api/survival', cohorts)
    }
    const since = '2026-11-20T10:00:00.000Z'
    await answerAll('never', 'never', 'never', 'never')
    await open(page, '/app', texts)
    await expect(main.getByRole('grid', { name: t('date-picker:heat.title') })).toHaveAttribute(
      'aria-busy',
      'true',
    )
    await look('loading')

    await answerAll(BUSY, BUSY, BUSY, BUSY)
    await open(page, '/app', texts)
    for (const part of ['since', 'heat', 'latest', 'searches'])
      await expect(main.getByText(t(`date-picker:${part}.failed`))).toBeVisible()
    await expect(main.getByText(t('date-picker:survival.failed'))).toBeVisible()
    await look('failed')

    const nothing = {
      since,
      newStores: 0,
      newLeads: 0,
      isFirstRun: false,
      day: '2026-11-21',
      at: '2026-11-21T12:00:00.000Z',
      figures: { stores: [], leads: [], rising: [], opened: [] },
      rising: [],
      newest: [],
      changes: [],
    }
    const none = { json: nothing }
    const noCohorts = { json: { cohorts: [], choices: [] } }
    await answerAll(none, { json: { days: [] } }, noSearches, pageOf([]), noCohorts)
    await open(page, '/app', texts)
    await expect(main.getByText(t('date-picker:latest.none'))).toBeVisible()
    await expect(main.getByText(t('date-picker:heat.none'))).toBeVisible()
    await expect(main.getByText(t('date-picker:survival.empty'))).toBeVisible()
    await look('empty')

    const { store } = exampleSavedStore()
    const newest = [
      { ...store, name: LONG_NAME, country: 'BA', foundAt: '2026-11-21T10:00:00.000Z' },
    ]
    const many = { json: { ...nothing, newStores: 1_234_567, newLeads: 123_456, newest } }
    await answerAll(many, { json: { days: [] } }, searches, pageOf([]), survival)
    await open(page, '/app', texts)
    await expect(main.getByText(LONG_NAME)).toBeVisible()
    await look('much that is new')
  },
}

const unsubscribe: Scenario = {
  name: 'unsubscribe',
  visitor: 'anonymous',
  async play({ page, texts, look }) {
    const { t } = texts
    const CALL = '/api/public/unsubscribe'
    const PATH = '/unsubscribe?token=t'
    await answer(
      page,
      CALL,
      refusal(400, 'unsubscribe_link_invalid', t('errors:unsubscribe_link_invalid')),
    )
    await open(page, PATH, texts)
    await expect(heading(page)).toHaveText(t('forms:unsubscribe.invalid'))
    await look('invalid')
    await answer(page, CALL, { json: { kind: 'search', message: 'ok' } })
    await open(page, PATH, texts)
    await expect(button(page, t('forms:unsubscribe.submit'))).toBeVisible()
    await look('asked')
    await answer(page, CALL, 'offline')
    await button(page, t('forms:unsubscribe.submit')).click()
    await expect(page.getByText(t('errors:network'))).toBeVisible()
    await look('no connection')
    await answer(page, CALL, { json: { kind: 'search', message: 'ok' } })
    await button(page, t('forms:unsubscribe.submit')).click()
    await expect(heading(page)).toHaveText(t('forms:unsubscribe.done.title'))
    await look('done')
  },
}

export const dashboardScenarios: readonly Scenario[] = [dashboard, unsubscribe]
