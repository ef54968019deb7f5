import type { Locator, Page } from '@playwright/test'
import {
  DEFAULT_PROFILE,
  type Factor,
  MAX_FACTORS,
  type ScoreProfile,
  SUM_OF_WEIGHTS,
  writeProfile,
} from '#contracts/catalog/score-profile.ts'
import { pointsOf, type StoreScore, tiersOf } from '#contracts/catalog/score.ts'
import type { SavedSearch } from '#contracts/workspace/saved-searches.ts'
import type { Client } from '#testing/demo-client.ts'
import { textsOf } from '#testing/texts.ts'
import { createMember, somebodyNew, useSession } from './accounts.ts'
import { expectAccessible, expectStateAccessible } from './axe.ts'
import { findOverflow } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { keyboard } from './keyboard.ts'
import { call } from './own-things.ts'
import { button, buttonWith, heading, link, open } from './page.ts'
import { FIT_LANGUAGES } from './scope.ts'

const texts = textsOf('en')
const { t } = texts
const QUERY = 'country=US,DE,GB,FR'
const ROWS = 50

type Scored = { id: number; score: StoreScore }

/** A Plus member with a saved search. */
async function createSearcher(): Promise<{ client: Client; search: SavedSearch }> {
  const client = await createMember(somebodyNew('Wilma Weigh'), 'plus', texts)
  const values = { name: 'Four countries', view: 'leads', query: QUERY, mails: false }
  const body = { ...values, instant: false, webhooks: false }
  return { client, search: await call<SavedSearch>(client, 'POST', '/api/saved-searches', body) }
}

/** What the server knows of the stores of the search, whatever it makes of them. */
async function readValues(client: Client): Promise<Scored[]> {
  type Answer = {
    content: { id: number }[]
    scores: (StoreScore & { id: number })[]
    totalPages: number
  }
  const read = (page: number) =>
    client.get<Answer>(
      `/api/stores?${QUERY}&email=yes&size=100&page=${page}&withScores=factors&sortBy=foundAt`,
    )
  const first = await read(0)
  const others = await Promise.all(
    Array.from({ length: first.totalPages - 1 }, (_, at) => read(at + 1)),
  )
  return [first, ...others].flatMap(({ scores }) =>
    scores.map((score) => ({ id: score.id, score })),
  )
}

const RISK = DEFAULT_PROFILE.factors.findIndex(({ kind }) => kind === 'risk')

const countUnassessed = async (client: Client): Promise<number> =>
  (await readValues(client)).filter(({ score }) => score.factors[RISK]?.value === null).length

/** The points by the pure rule, and the order that they make: of equal ones the newest found. */
function rank(
  stores: readonly Scored[],
  { factors }: ScoreProfile,
): [id: number, points: number][] {
  const pointsIn = (factor: Factor, value: StoreScore['factors'][number]['value'] | undefined) =>
    value === null || value === undefined
      ? 0
      : pointsOf(tiersOf(factor), Array.isArray(value) ? value.length : value)
  return stores
    .map(({ id, score }): [number, number] => [
      id,
      factors.reduce((sum, factor, at) => sum + pointsIn(factor, score.factors[at]?.value), 0),
    ])
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, ROWS)
}

const weighed = (...weights: readonly number[]): ScoreProfile => ({
  factors: DEFAULT_PROFILE.factors.map((factor, at) => ({ ...factor, weight: weights[at] ?? 0 })),
})

const slider = (page: Page, kind: string) =>
  page.getByRole('slider', { name: t(`score:kinds.${kind}`), exact: true })

const weightsOn = (page: Page) =>
  page
    .getByRole('slider')
    .evaluateAll((sliders) =>
      sliders.map((each) => (each instanceof HTMLInputElement ? each.valueAsNumber : NaN)),
    )

const rowsOn = async (page: Page): Promise<[id: number, points: number][]> => {
  const rows = await page.locator('main [data-store]').all()
  return Promise.all(
    rows.map(async (row): Promise<[number, number]> => [
      Number(await row.getAttribute('data-store')),
      Number.parseInt(await scoreOf(row).innerText(), 10),
    ]),
  )
}

const scoreOf = (row: Locator) => row.getByRole('button')
const sumOf = (figures: readonly number[]) => figures.reduce((sum, each) => sum + each, 0)

test.describe('the weights of a score', () => {
  test.describe.configure({ mode: 'default' })
  test.use({
    viewport: { width: 1366, height: 768 },
    contextOptions: { reducedMotion: 'reduce' },
  })
  let member: Awaited<ReturnType<typeof createSearcher>>
  test.beforeAll(async () => {
    member = await createSearcher()
    // New stores are looked at for warning signs later, which changes their points.
    await expect.poll(() => countUnassessed(member.client), { timeout: 600_000 }).toBe(0)
  })
  test.beforeEach(async ({ page }) => {
    await useSession(page, member.client)
    await open(page, `/score?search=${member.search.id}`, texts)
    await expect(heading(page)).toHaveText(t('score:title'))
    await expect(page.locator('main [data-store]').first()).toBeVisible()
  })

  test('arrow keys weigh by 1 and Page keys by 5, and the list is in the order of the pure rule', async ({
    page,
  }) => {
    const values = await readValues(member.client)
    const expectRanked = async (profile: ScoreProfile) => {
      const ranked = rank(values, profile)
      const points = new Map(ranked)
      await expect
        .poll(async () => (await rowsOn(page)).map(([, shown]) => shown))
        .toEqual(ranked.map(([, each]) => each))
      for (const [id, shown] of await rowsOn(page))
        if (points.has(id)) expect([id, shown]).toEqual([id, points.get(id)])
    }
    await expectRanked(DEFAULT_PROFILE)
    const before = await rowsOn(page)
    const contact = slider(page, 'contact')
    await keyboard(page).tabTo(contact)
    await page.keyboard.press('ArrowUp')
    expect((await weightsOn(page))[1]).toBe(26)
    await page.keyboard.press('PageUp')
    // What is left, 69, in the proportions 25 : 10 : 10 : 10 : 10 : 10 of the saved profile.
    expect(await weightsOn(page)).toEqual([23, 31, 10, 9, 9, 9, 9])
    await expectRanked(weighed(23, 31, 10, 9, 9, 9, 9))
    const after = (await rowsOn(page)).map(([id]) => id)
    const moved = after.filter((id, at) => before[at]?.[0] !== id).length
    await expect(page.getByRole('status').filter({ hasText: 'nothing saved yet' })).toHaveText(
      t('score:moved', { moved, total: after.length }),
    )
    // The weight that was set is pinned: it does not give way to the next one.
    await keyboard(page).tabTo(slider(page, 'alive'))
    await page.keyboard.press('PageDown')
    const weights = await weightsOn(page)
    expect([weights[1], weights[5], sumOf(weights)]).toEqual([31, 4, SUM_OF_WEIGHTS])
  })

  test('a saved profile survives a reload; a discarded one does not', async ({ page }) => {
    const save = button(page, t('score:save'))
    await expect(save).toBeDisabled()
    await button(page, t('score:weight.more', { factor: t('score:kinds.price') })).click()
    expect((await weightsOn(page))[3]).toBe(11)
    await button(page, t('score:discard')).click()
    expect(await weightsOn(page)).toEqual(DEFAULT_PROFILE.factors.map(({ weight }) => weight))
    await expect(save).toBeDisabled()
    await button(page, t('score:weight.less', { factor: t('score:kinds.launchAge') })).click()
    const weights = await weightsOn(page)
    await save.click()
    await expect(page.getByText(t('score:saved'))).toBeVisible()
    await expect(save).toBeDisabled()
    await page.reload()
    await expect.poll(() => weightsOn(page)).toEqual(weights)
    const { searches } = await member.client.get<{ searches: SavedSearch[] }>('/api/saved-searches')
    expect(searches.map(({ profile }) => profile)).toEqual([writeProfile(weighed(...weights))])
    await button(page, t('score:default.label')).click()
    await save.click()
    await expect(save).toBeDisabled()
  })

  test('leaving with weights that are not saved asks first', async ({ page }) => {
    await button(page, t('score:weight.more', { factor: t('score:kinds.price') })).click()
    await link(page, member.search.name).click()
    const question = page.getByRole('dialog', { name: t('components:leaving.title') })
    await button(question, t('components:leaving.stay')).click()
    // Until the question is gone, the page below it is hidden from roles.
    await expect.poll(async () => (await weightsOn(page))[3]).toBe(11)
    await link(page, member.search.name).click()
    await button(question, t('components:leaving.leave')).click()
    await expect(page).toHaveURL(/\/list\?/)
  })

  test('Enter on a score lists value and points of every factor, and Esc closes it', async ({
    page,
  }) => {
    const row = page.locator('main [data-store]').first()
    const points = Number.parseInt(await scoreOf(row).innerText(), 10)
    await scoreOf(row).focus()
    await page.keyboard.press('Enter')
    const table = page.getByRole('table', { name: t('score:explain.table') })
    await expect(table.getByRole('row')).toHaveCount(DEFAULT_PROFILE.factors.length + 1)
    const given = await table.locator('tbody td:last-child').allInnerTexts()
    expect(sumOf(given.map((text) => Number.parseInt(text, 10) || 0))).toBe(points)
    await expect(link(page, t('score:explain.evidence'))).toHaveAttribute('href', /^\/list\/.+/)
    await expectStateAccessible(page, 'why a score')
    await page.keyboard.press('Escape')
    await expect(table).toBeHidden()
    await expect(scoreOf(row)).toBeFocused()
  })

  test('a rule’s sentence follows its settings, and so does the list', async ({ page }) => {
    const answered = page.waitForResponse(/launchAge\.25\.3\*/)
    await buttonWith(page, /until day 7/).click()
    await page.getByRole('textbox', { name: t('score:settings.label.fullDays') }).fill('3')
    await expectStateAccessible(page, 'a setting')
    await page.keyboard.press('Escape')
    await expect(page.getByText('none from day 13 on')).toBeVisible()
    expect((await answered).status()).toBe(200)
  })

  test('a profile takes twelve factors, and its weights still add up to 100', async ({ page }) => {
    const add = buttonWith(page, new RegExp(`^${t('score:add.label')}`))
    for (let left = MAX_FACTORS - DEFAULT_PROFILE.factors.length; left > 0; left -= 1) {
      await add.click()
      const kinds = page.getByRole('group', { name: t('score:add.title') })
      await buttonWith(kinds, t('score:kinds.hasApp')).click()
    }
    const weights = await weightsOn(page)
    expect([weights.length, sumOf(weights)]).toEqual([MAX_FACTORS, SUM_OF_WEIGHTS])
    await add.click()
    await expect(page.getByText(t('score:add.full', { count: MAX_FACTORS }))).toBeVisible()
    await page.keyboard.press('Escape')
    const name = t('score:weight.remove', { factor: t('score:kinds.hasApp') })
    await button(page, name).last().click()
    expect(sumOf(await weightsOn(page))).toBe(SUM_OF_WEIGHTS)
  })

  test('the list is ordered by score, shows it and explains it', async ({ page }) => {
    await open(page, `/list?view=leads&${QUERY}&sortBy=score`, texts)
    const scores = buttonWith(page.getByRole('row'), /^Score \d+/)
    await expect(scores.first()).toBeVisible()
    const points = (await scores.allInnerTexts()).map((text) => Number.parseInt(text, 10))
    expect(points).toEqual(points.toSorted((a, b) => b - a))
    await scores.first().click()
    await expect(page.getByRole('table', { name: t('score:explain.table') })).toBeVisible()
    await expectAccessible(page, 'a score in the list')
    await link(page, t('score:explain.weights')).click()
    await expect(page).toHaveURL(new RegExp(`/score\\?search=${member.search.id}`))
  })

  for (const language of FIT_LANGUAGES)
    test(`nothing scrolls sideways from 320 to 1920 px in ${language}`, async ({ page }) => {
      for (const width of [320, 390, 768, 900, 1024, 1280, 1366, 1536, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        const search = `search=${member.search.id}`
        for (const part of [search, `${search}&part=list`, 'view=leads']) {
          await open(page, `/score?${part}`, textsOf(language))
          await expect(page.locator('main [data-store]').first()).toBeAttached()
          expect(await findOverflow(page), `${width} px, ${part}`).toEqual([])
        }
      }
    })
})

test('the public page states the rules of the default profile', async ({ page }) => {
  await open(page, '/lead-score', texts)
  await expect(heading(page)).toHaveText(t('score:page.title'))
  const rules = page.getByText('none from day 17 on')
  await expect(rules).toBeVisible()
  for (const { kind } of DEFAULT_PROFILE.factors)
    await expect(page.getByRole('term').filter({ hasText: t(`score:kinds.${kind}`) })).toBeVisible()
})
