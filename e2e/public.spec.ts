import type { Page } from '@playwright/test'
import { textsOf } from '#testing/texts.ts'
import { walkStores } from '#testing/demo-client.ts'
import { expect, test } from './fixtures.ts'
import { buttonWith, heading, hold } from './page.ts'

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'pages can be read in the language of the link',
    {
      tag: ['@product.languages', '@roles.landing-anonymous', '@routes.home', '@routes.pricing'],
    },
    async ({ page }) => {
      const { t } = textsOf('tr')
      for (const [path, title] of [
        ['/', 'hero:title'],
        ['/pricing', 'pricing:title'],
      ] as const) {
        await page.goto(`${path}?lang=tr`)
        await expect(heading(page)).toHaveText(t(title))
        await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
        await expect(page.getByRole('heading', { level: 2 }).last()).toBeVisible()
        await expect(page.locator('.veil:visible')).toHaveCount(0)
      }
    },
  )

  test.describe('at a missing address', () => {
    test.use({ expectedComplaints: [/status of 404/] })

    test('the page leaves out the line that only a script can complete', async ({ page }) => {
      const { t } = textsOf('en')
      await page.goto('/no/such/page?lang=en')
      await expect(heading(page)).toHaveText(t('pages:notFound.title'))
      await expect(page.getByText(t('pages:notFound.asked'))).toBeHidden()
      expect(await page.getByRole('main').innerText()).not.toContain('…')
    })
  })
})

test(
  'skeletons cover hero, sections and testimonials for 600, 400 and 100 ms and lift without layout shift',
  {
    tag: [
      '@landing.hero-skeleton-translations',
      '@landing.hero-skeleton-600ms',
      '@landing.section-skeleton-400ms',
      '@landing.testimonials-skeleton-100ms',
    ],
  },
  async ({ page }) => {
    await page.addInitScript(watchVeils)
    await page.goto('/')
    await expect(page.locator('.veil:visible')).toHaveCount(0)
    const { coveredMs, shifts } = await page.evaluate(readVeils)
    // the browser counts in microseconds, and rounds
    const exactly = (ms: number): unknown => expect.closeTo(ms, 2)
    expect(coveredMs).toEqual({
      veil: exactly(600),
      'veil veil-400': exactly(400),
      'veil veil-100': exactly(100),
    })
    expect(shifts, 'layout shifts from the first paint on').toEqual([])
  },
)

test(
  'the language menu keeps page and query; a link with another language does not change the choice',
  {
    tag: [
      '@header.out-language',
      '@browser.language',
      '@language.sets-page',
      '@language.saves-choice',
      '@language.updates-query',
    ],
  },
  async ({ page }) => {
    const [english, german, french] = [textsOf('en'), textsOf('de'), textsOf('fr')]
    await page.goto('/pricing?ref=mail')
    await buttonWith(page, english.t('navigation:language')).click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await expect(page).toHaveURL(/\/pricing\?ref=mail&lang=de$/)
    await expectPricesIn(page, german)
    await page.goto('/pricing?lang=fr')
    await expectPricesIn(page, french)
    expect(await page.evaluate(() => [localStorage.getItem('language'), document.cookie])).toEqual([
      'de',
      expect.stringContaining('language=de'),
    ])
    await page.goto('/pricing')
    await expectPricesIn(page, german)

    // Picking the language of the link makes it the chosen one.
    await page.goto('/pricing?lang=fr')
    await buttonWith(page, french.t('navigation:language')).click()
    await page.getByRole('menuitemradio', { name: 'Français' }).click()
    await page.goto('/pricing')
    await expectPricesIn(page, french)
  },
)

test('without a choice, the link’s language lasts for the visit', async ({ page }) => {
  await page.goto('/pricing?lang=fr')
  await page.goto('/pricing')
  await expectPricesIn(page, textsOf('fr'))
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBeNull()
})

test('a part of the page that hydrates after the language has changed hydrates without an error', async ({
  page,
}) => {
  await page.addInitScript(holdScheduledWork)
  const release = await hold(page, /\/newsletter-box-[^/]+\.js$/)
  await page.goto('/pricing')
  await buttonWith(page.getByRole('banner'), textsOf('en').t('navigation:language')).click()
  await expect(page.getByRole('menuitemradio', { name: 'Français' })).toBeVisible()
  await page.evaluate(() => holdWork(true))
  const script = page.waitForResponse(/newsletter-box/)
  release()
  await (await script).finished()
  // The module has been evaluated, but React has not rendered it.
  await expect.poll(() => page.evaluate(() => holdWork(true))).toBeGreaterThan(0)
  await page.getByRole('menuitemradio', { name: 'Français' }).click()
  const box = page.getByRole('contentinfo').getByRole('form')
  await expect(box.getByRole('heading')).toHaveText(textsOf('fr').t('footer:newsletter.title'))
  await page.evaluate(() => holdWork(false))
  await expectPricesIn(page, textsOf('fr'))
})

declare global {
  var holdWork: (isHeld: boolean) => number
}

/**
 * Runs in the page, before anything else. React schedules work with messages; what a press causes,
 * it does at once.
 */
function holdScheduledWork(): void {
  const send = MessagePort.prototype.postMessage
  const held: (() => void)[] = []
  let isHolding = false
  MessagePort.prototype.postMessage = function post(this: MessagePort, message: unknown) {
    if (isHolding) held.push(() => send.call(this, message))
    else send.call(this, message)
  }
  globalThis.holdWork = (isHeld) => {
    isHolding = isHeld
    if (!isHeld) for (const run of held.splice(0)) run()
    return held.length
  }
}

async function expectPricesIn(
  page: Page,
  { language, t }: ReturnType<typeof textsOf>,
): Promise<void> {
  await expect(heading(page)).toHaveText(t('pricing:title'))
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page).toHaveTitle(t('pages:meta.pricing.title'))
}

test.describe('as a member', () => {
  test.use({ visitor: 'pro' })

  test('the list keeps its dates when the language changes', async ({ page }) => {
    await page.goto(
      '/list?mode=single&date=2026-11-01&filterStartDate=2026-11-01&filterEndDate=2026-11-01',
    )
    const menu = buttonWith(page.getByRole('banner'), textsOf('en').t('navigation:language'))
    await menu.click()
    await page.getByRole('menuitemradio', { name: 'Français' }).click()
    await expect(page).toHaveURL(/date=2026-11-01.*&lang=fr$/)
    await expect(heading(page)).toHaveText(/1 nov/)
  })
})

/** By class, how long the shortest of these skeletons was visible. */
type Watched = { coveredMs: Record<string, number>; shifts: string[] }

/** Runs in the page, before anything else. */
function watchVeils(): void {
  const watched: Watched = { coveredMs: {}, shifts: [] }
  Object.assign(window, { watchedVeils: watched })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as unknown as { value: number; sources: { node?: Node }[] }
      const moved = sources.map(
        ({ node }) => node instanceof Element && node.outerHTML.slice(0, 120),
      )
      watched.shifts.push([value, ...moved].join(' '))
    }
  }).observe({ type: 'layout-shift', buffered: true })
  // Recorded when the delay is over; the delay is at least the one that the animation itself
  // declares.
  addEventListener('animationstart', ({ animationName, target }) => {
    if (animationName !== 'lift' || !(target instanceof Element)) return
    const [animation] = target.getAnimations()
    const sinceStart = Number(document.timeline.currentTime) - Number(animation?.startTime)
    const delay = Number(animation?.effect?.getComputedTiming().delay)
    watched.coveredMs[target.className.trim()] = Math.min(sinceStart, delay)
  })
}

/** A moment later, so that a shift at the lift would have been reported. */
async function readVeils(): Promise<Watched> {
  await new Promise((resolve) => setTimeout(resolve, 300))
  return (window as unknown as { watchedVeils: Watched }).watchedVeils
}

test('the source of a public page contains no contact, and no name or domain of a masked store', async ({
  page,
  plus,
}) => {
  const sources = await Promise.all(
    ['/', '/sample', '/sample?page=2', '/pricing'].map(async (path) => {
      const answer = await page.request.get(path)
      return (await answer.text()).toLowerCase()
    }),
  )
  const stores = await walkStores(plus, 'new')
  const contacts = stores.flatMap(({ email, phone }) =>
    [email, phone].filter((one) => one !== null),
  )
  expect(contacts.length).toBeGreaterThan(100)
  const shown = (text: string) => sources.some((source) => source.includes(text.toLowerCase()))
  expect(contacts.filter(shown)).toEqual([])

  const [home = ''] = sources
  const answers = await Promise.all(
    ['highlights', 'sample/glance'].map((name) => page.request.get(`/api/public/${name}`)),
  )
  const open = (await Promise.all(answers.map((answer) => answer.text()))).join('').toLowerCase()
  const named = stores.map(({ domain }) => domain.toLowerCase()).filter((one) => home.includes(one))
  expect(named.filter((domain) => !open.includes(domain))).toEqual([])
  expect(named.length).toBeLessThan(10)
  expect(home).toContain('hatched')
})
