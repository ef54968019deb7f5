import { textsOf } from '#testing/texts.ts'
import { expect, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES } from './scope.ts'
import { buttonWith, heading, open } from './page.ts'

test.use({ visitor: 'pro' })

for (const language of JOURNEY_LANGUAGES) {
  const texts = textsOf(language)

  test(`in ${language} the printed pulse has the figures of its chart, folded or not`, async ({
    page,
  }) => {
    await open(page, '/pulse', texts)
    const name = texts.t('pulse:course.figures')
    const figures = page.getByRole('table', { name, includeHidden: true })
    const fold = page.locator('details').filter({ has: figures })
    await expect(fold.locator('summary')).toBeVisible()
    await expect(figures).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(figures).toBeVisible()
    expect(await fold.evaluate((element: HTMLDetailsElement) => element.open)).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await expect(figures).toBeHidden()
  })
}

test('a printed list and a printed store keep their titles and day, and drop the controls', async ({
  page,
}) => {
  const { t } = textsOf('en')
  await open(page, '/list?dateRangeFrom=2026-01-01&dateRangeTo=2100-01-01', textsOf('en'))
  const store = page.getByRole('main').getByRole('table').getByRole('link').first()
  await expect(store).toBeVisible()
  const address = await store.getAttribute('href')
  await page.emulateMedia({ media: 'print' })
  await expect(store).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(buttonWith(page, t('exports:title'))).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await open(page, address ?? '', textsOf('en'))
  await page.emulateMedia({ media: 'print' })
  await expect(heading(page)).toBeVisible()
})
