import type { Lead } from '#contracts/workspace/leads.ts'
import { textsOf } from '#testing/texts.ts'
import { expectAccessible } from './axe.ts'
import { expectFit, NARROW } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { cardOf, columnOf, longPressTo, openLeads, stageOf } from './leads-screen.ts'
import { call } from './own-things.ts'
import { buttonWith, heading, link, open } from './page.ts'
import { FIT_LANGUAGES } from './scope.ts'

test.describe('the own leads on a phone', () => {
  test.use({ viewport: NARROW, hasTouch: true, contextOptions: { reducedMotion: 'reduce' } })

  test('one stage a screen: its tab shows it, a long press and a drop on a tab moves a card, and nothing scrolls sideways', async ({
    page,
  }) => {
    const { client, first } = await openLeads(page, 5, { texts: textsOf('de') })
    await expect(cardOf(columnOf(page, 'toContact'), first.name)).toBeInViewport()
    const tabs = page.getByRole('navigation', { name: 'Phasen' }).getByRole('link')
    await expect(tabs).toHaveCount(5)
    await longPressTo(page, cardOf(columnOf(page, 'toContact'), first.name), tabs.nth(1))
    await expect.poll(() => stageOf(client, first)).toBe('contacted')
    await tabs.nth(1).click()
    await expect(cardOf(columnOf(page, 'contacted'), first.name)).toBeInViewport()
    await expect(tabs.nth(1)).toHaveAttribute('aria-current', 'true')
    await expectFit(page, 'the board')
  })

  for (const language of FIT_LANGUAGES)
    test(`the table shows all of a lead without scrolling sideways, and stage, next step and contact lie under the thumb, ${language}`, async ({
      page,
    }) => {
      const { t } = textsOf(language)
      const { client, first } = await openLeads(page, 5)
      const lead = await client.get<Lead>(`/api/leads/${first.id}`)
      await call(client, 'PUT', `/api/leads/${first.id}`, {
        version: lead.version,
        stage: 'contacted',
        isContact: true,
        nextStep: 'Call Ms Aster about the opening of the second shop, then send the prices',
        nextDay: '2026-01-05',
      })
      await open(page, '/leads?view=table', textsOf(language))
      const row = page.locator(`[data-lead="${first.id}"]`)
      const stage = row.getByRole('combobox')
      const step = buttonWith(row, /^Call Ms Aster/)
      const contact = buttonWith(row, t('list:contact.email.write', { name: first.name }))
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 })
        for (const part of [stage, step, contact, ...(await row.locator('time').all())])
          await expect(part).toBeInViewport({ ratio: 1 })
        for (const head of [t('leads:columns.contacted'), t('leads:columns.moved')])
          await expect(row.getByText(head)).toBeVisible()
        for (const target of [stage, step, contact, row.locator('label')])
          expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
        const box = page.getByRole('table').locator('..')
        expect(await box.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
      }
      await stage.selectOption('replied')
      await expect.poll(() => stageOf(client, first)).toBe('replied')
      await step.click()
      await expect(page.getByRole('dialog')).toContainText(first.name)
      await page.keyboard.press('Escape')
      await contact.click()
      await expect(page.getByRole('dialog')).toContainText(first.name)
      await page.keyboard.press('Escape')
      await page
        .getByRole('combobox', { name: t('leads:columns.stage'), exact: true })
        .selectOption('replied')
      await expect(page.locator('[data-lead]')).toHaveCount(1)
      await page.getByRole('combobox', { name: t('list:sort.label') }).selectOption('name')
      await expect(page).toHaveURL(/stage=replied&sortBy=name/)
      await expectAccessible(page, 'the table on a phone')
      await open(page, '/leads?view=table', textsOf('de'))
      await page.setViewportSize(NARROW)
      await expectFit(page, 'the table of leads')
    })

  test('the title says which steps it shows, and opens the others', async ({ page }) => {
    await openLeads(page, 3, { address: '/leads?due=overdue' })
    await expect(page.locator('[data-lead]')).toHaveCount(0)
    await heading(page).getByText('Overdue').click()
    const due = page.getByRole('list', { name: textsOf('en').t('leads:due.label') })
    await expect(link(due, 'Overdue 0')).toHaveAttribute('aria-current', 'page')
    await link(due, 'All 3').click()
    await expect(page.locator('[data-lead]')).toHaveCount(3)
  })
})
