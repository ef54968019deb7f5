import { expect, type Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'

const counterNames = ['totalStores', 'totalProducts', 'storesWithEmail'] as const
export type Figures = Record<(typeof counterNames)[number], number>

/** The dashboard's three ways to choose dates, and its figures. */
export function datePicker(page: Page, { t, number, fullDay }: Texts) {
  const calendar = page.getByRole('group', { name: t('date-picker:calendar.label'), exact: true })
  const dayButton = (day: string) => calendar.getByRole('button', { name: fullDay(day) })
  /** The term and the figure of a counter share a row. */
  const counter = (name: (typeof counterNames)[number]) =>
    page
      .getByRole('main')
      .locator('dl > div', { hasText: t(`date-picker:counters.${name}`) })
      .getByRole('definition')
      // The landing page repeats the counters further down.
      .first()

  return {
    search: page.getByRole('link', { name: t('date-picker:search'), exact: true }),
    preset: (name: string) =>
      page.getByRole('button', { name: t(`date-picker:presets.${name}`), exact: true }),
    pickByMouse: (day: string) => dayButton(day).click(),
    /**
     * With Tab and arrow keys alone, from the top of the page; the calendar is one tab stop, on
     * today.
     */
    async pickYesterdayByKeyboard(today: string, yesterday: string) {
      await expect(dayButton(today)).toBeVisible()
      await tabTo(page, dayButton(today))
      await page.keyboard.press('ArrowLeft')
      await expect(dayButton(yesterday)).toBeFocused()
      await page.keyboard.press('Enter')
    },
    async expectFigures(figures: Figures) {
      for (const name of counterNames) await expect(counter(name)).toHaveText(number(figures[name]))
    },
  }
}

const MOST_TABS = 40

async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`not reached with ${MOST_TABS} presses of Tab`)
}
