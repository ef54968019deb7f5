import { expect, type Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import { keyboard } from './keyboard.ts'
import { buttonWith, link } from './page.ts'

export function savedScreen(page: Page, { t, number }: Texts) {
  const keys = keyboard(page)
  const main = page.getByRole('main')
  const entry = (name: string) => main.locator('[data-row]').filter({ hasText: name })
  const noteOf = (name: string) =>
    entry(name).getByRole('textbox', { name: t('saved:notes.label', { name }) })
  const tagged = (name: string, tag: string) => link(entry(name), t('saved:tags.show', { tag }))
  const expectKept = async (name: string) => {
    await expect(noteOf(name)).toHaveValue(NOTE)
    await expect(tagged(name, TAG)).toBeVisible()
    await expect(entry(name).locator('[data-row-favorite]')).toHaveAttribute('aria-pressed', 'true')
  }
  return {
    tab: (kind: 'stores' | 'products') =>
      link(page.getByRole('navigation', { name: t('saved:tabs.label') }), t(`saved:tabs.${kind}`)),

    async annotate(name: string) {
      await keys.type(noteOf(name), NOTE)
      await keys.type(
        entry(name).getByRole('combobox', { name: t('saved:tags.addTo', { name }) }),
        TAG,
      )
      await page.keyboard.press('Enter')
      await expect(tagged(name, TAG)).toBeVisible()
      await page.keyboard.press('Shift+Tab')
      await keys.tabTo(entry(name).locator('[data-row-link]'))
      await page.keyboard.press('f')
      await expectKept(name)
      await expect(entry(name).getByText(t('saved:notes.waiting'))).toHaveCount(0)
      await keys.press(tagged(name, TAG))
      await expect(page).toHaveURL(/[?&]tag=/)
      await page.reload()
      await expectKept(name)
    },

    async unsaveAndUndo(name: string) {
      await keys.tabTo(entry(name).locator('[data-row-link]'))
      await page.keyboard.press('s')
      await expect(entry(name)).toHaveCount(0)
      const toast = page.getByRole('region', { name: t('components:notifications') })
      await expect(buttonWith(toast, t('components:saving.undo'))).toBeVisible()
      await page.keyboard.press('z')
      await expect(main.getByRole('status').first()).toHaveText(
        t('saved:totalProducts', { count: 1, total: number(1) }),
      )
      await expectKept(name)
    },
  }
}

const NOTE = 'Ümit fragen: „Lampe“ <b>'
const TAG = 'Größe XL'
