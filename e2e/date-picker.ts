import { expect, type Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import { keyboard } from './keyboard.ts'
import { button, buttonWith } from './page.ts'

const counterNames = ['totalStores', 'totalProducts', 'storesWithEmail'] as const
export type Figures = Record<(typeof counterNames)[number], number>

/** The dashboard's three ways to choose dates, and its figures. */
export function datePicker(page: Page, { t, number, fullDay }: Texts) {
  const calendar = page.getByRole('group', { name: t('date-picker:calendar.label'), exact: true })
  const dayButton = (day: string) => buttonWith(calendar, fullDay(day))
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
    preset: (name: string) => button(page, t(`date-picker:presets.${name}`)),
    pickByMouse: (day: string) => dayButton(day).click(),
    /**
     * With Tab and arrow keys alone, from the top of the page; the calendar is one tab stop, on
     * today.
     */
    async pickYesterdayByKeyboard(today: string, yesterday: string) {
      await expect(dayButton(today)).toBeVisible()
      await keyboard(page).tabTo(dayButton(today))
      await page.keyboard.press('ArrowLeft')
      await expect(dayButton(yesterday)).toBeFocused()
      await page.keyboard.press('Enter')
    },
    async expectFigures(figures: Figures) {
      for (const name of counterNames) await expect(counter(name)).toHaveText(number(figures[name]))
    },
  }
}
