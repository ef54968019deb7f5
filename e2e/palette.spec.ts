import type { Page } from '@playwright/test'
import { textsOf } from '#testing/texts.ts'
import { expectStateAccessible } from './axe.ts'
import { daysAgo } from './days.ts'
import { expect, findCluster, test } from './fixtures.ts'
import { buttonWith, heading, hold } from './page.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

// Goes through six languages on the way, on a machine that may have more to do.
test.describe.configure({ timeout: 120_000 })

const { t } = textsOf('en')

const paletteOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: t('palette:title') })
  return {
    dialog,
    field: dialog.getByRole('combobox'),
    options: dialog.getByRole('option'),
    chosen: dialog.getByRole('option', { selected: true }),
    group: (name: 'recent' | 'pages' | 'filters' | 'stores' | 'products') =>
      dialog.getByRole('group', { name: t(`palette:groups.${name}`) }),
    async open() {
      await page.keyboard.press('ControlOrMeta+k')
      await expect(dialog.getByRole('combobox')).toBeFocused()
    },
  }
}

test.describe('for a Pro account', () => {
  test.use({ visitor: 'pro' })

  test('a product across stores is found by its title', async ({ page, member }) => {
    const cluster = await findCluster(member)
    const { group, open } = paletteOf(page)
    await page.goto('/app')
    await open()
    await page.keyboard.type(cluster.title)
    const found = group('products').getByRole('option', { name: cluster.title }).first()
    await expect(found).toHaveAttribute('href', /^\/products\/\d+$/)
    await found.click()
    await expect(page).toHaveURL(/\/products\/\d+$/)
  })

  test('by keyboard alone: a date, a store, the theme, and back to the starting page', async ({
    page,
    sample,
  }) => {
    const { dialog, field, options, chosen, group, open } = paletteOf(page)
    const button = buttonWith(page.getByRole('banner'), t('navigation:palette'))
    await page.goto('/app')
    await button.focus()

    await test.step('it opens with the pages, and Esc returns the focus', async () => {
      await open()
      await expect(chosen).toHaveText(t('navigation:dashboard'))
      await page.keyboard.press('ArrowDown')
      await expect(chosen).toHaveText(t('palette:pages.list'))
      await expect(field).toHaveAttribute(
        'aria-activedescendant',
        (await chosen.getAttribute('id')) ?? '',
      )
      await expectStateAccessible(page, 'palette')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(button).toBeFocused()
    })
    await test.step('a typed day opens its stores', async () => {
      await open()
      await page.keyboard.type(daysAgo(3))
      await expect(options).toHaveCount(1)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`/list\\?mode=single&date=${daysAgo(3)}&`))
      await expect(dialog).toBeHidden()
    })
    await test.step('a store is found by its name and listed from then on', async () => {
      await open()
      await page.keyboard.type(sample.store.name)
      const found = group('stores').getByRole('option', { name: sample.store.name }).first()
      await expect(found).toHaveAttribute('href', `/list/${sample.store.slug}`)
      while ((await found.getAttribute('aria-selected')) !== 'true')
        await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(heading(page)).toHaveText(sample.store.name)
      await open()
      await expect(group('recent').getByRole('option').first()).toContainText(sample.store.name)
    })
    await test.step('a typed theme name switches the theme', async () => {
      await page.keyboard.type(`${t('navigation:theme.label')} ${t('navigation:theme.dark')}`)
      await expect(options).toHaveCount(1)
      await page.keyboard.press('Enter')
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await expect(dialog).toBeHidden()
    })
    await test.step('a filter opens the filtered list', async () => {
      await open()
      await page.keyboard.type(
        `${t('list:filter.category.name')} ${t('list:filter.category.options.fashion')}`,
      )
      await group('filters').getByRole('option').first().click()
      await expect(page).toHaveURL(/\/list\?category=fashion$/)
    })
  })

  test('single-key shortcuts can be turned off while the palette stays available', async ({
    page,
  }) => {
    const { dialog, open } = paletteOf(page)
    const keys = page.getByRole('dialog', { name: t('common:shortcuts.title') })
    await page.goto('/app')
    await expect(buttonWith(page, t('common:shortcuts.title'))).toBeVisible()
    // The shortcut listener is in a chunk that loads later.
    await expect(async () => {
      await page.keyboard.press('?')
      await expect(keys).toContainText(t('date-picker:presets.last28'), { timeout: 1_000 })
    }).toPass()
    await expectStateAccessible(page, 'shortcuts')
    await keys.getByRole('checkbox').uncheck()
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()

    const address = page.url()
    await page.keyboard.press('d')
    await page.keyboard.press('?')
    await open()
    await expect(keys).toBeHidden()
    expect(page.url()).toBe(address)
    await page.keyboard.type(t('common:shortcuts.title'))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(keys.getByRole('checkbox')).not.toBeChecked()
  })
})

test('a visitor reaches the public pages without a request for stores or saved items', async ({
  page,
}) => {
  const { dialog, field, options, open } = paletteOf(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/(?:stores|saved)/.test(request.url())) asked.push(request.url())
  })
  await page.goto('/pricing')
  await open()
  await page.keyboard.type('lamp')
  await expect(dialog).toContainText(t('palette:none', { text: 'lamp' }))
  await expect(options).toHaveCount(0)
  await field.fill('deutsch')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/lang=de/)
  expect(asked).toEqual([])
})

test('Ctrl K pressed before the script has loaded opens the palette afterwards', async ({
  page,
}) => {
  const releaseScripts = await hold(page, '**/assets/*.js')
  await page.goto('/contact', { waitUntil: 'commit' })
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  releaseScripts()
  await expect(paletteOf(page).field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(paletteOf(page).dialog).toBeHidden()
})
