import { expect, type Locator, type Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import { keyboard } from './keyboard.ts'
import { button, buttonWith, link, untilIdle } from './page.ts'

export function listScreen(page: Page, { t, number }: Texts) {
  const keys = keyboard(page)
  const main = page.getByRole('main')
  const status = main.getByRole('status').first()
  const filters = page.getByRole('complementary', { name: t('list:filters.title') })
  const chosen = main.getByRole('group', { name: t('list:chosen.label') })
  const group = (filter: string) =>
    filters.getByRole('toolbar', { name: t(`list:filter.${filter}.name`), exact: true })
  const options = (filter: string) => group(filter).locator('[data-column="0"]')

  return {
    rows: main.locator('[data-row-link]'),
    status,
    chosen,
    options,
    chip: (filter: string) => buttonWith(chosen, t(`list:filter.${filter}.name`)).first(),
    async total(): Promise<number> {
      await untilIdle(page)
      await expect(status).toHaveText(/\d/)
      return figureIn(await status.innerText())
    },
    expectTotal: (count: number, key: 'total' | 'totalLeads' = 'total') =>
      expect(status).toHaveText(t(`list:${key}`, { count, total: number(count) })),
    /**
     * The same value, wherever it moves: values are in the order of their counts, which may change
     * at any time.
     */
    async pinned(filter: string, option: Locator): Promise<Locator> {
      const name = (await option.locator('[title]').getAttribute('title')) ?? ''
      return options(filter).filter({ has: page.getByTitle(name, { exact: true }) })
    },
    /** The count next to a value, which becomes the total once the value is chosen. */
    async countOf(option: Locator): Promise<number> {
      await expect(filters.locator('[aria-busy=true]')).toHaveCount(0)
      return figureIn(await option.locator('span').last().innerText())
    },
    /** A group of values is one tab stop; the arrow keys move within it. */
    async press(filter: string, option: Locator, key: 'Enter' | 'x') {
      await keys.tabTo(group(filter).locator('[tabindex="0"]'))
      while (!(await option.evaluate((element) => element === document.activeElement)))
        await page.keyboard.press('ArrowDown')
      await page.keyboard.press(key)
    },
    view: (name: 'new' | 'leads' | 'products') =>
      link(page.getByRole('navigation', { name: t('list:views.label') }), t(`list:views.${name}`)),
    part: (name: string) => button(filters, name),
    /** The store beside the list. */
    look: page.getByRole('complementary', { name: t('list:quickLook.label') }),
    /** What the bar has no room for. */
    more: button(main, t('list:more')),
  }
}

/** Ignores the digit grouping of the language. */
const figureIn = (text: string): number => Number(text.replaceAll(/\D/g, ''))
