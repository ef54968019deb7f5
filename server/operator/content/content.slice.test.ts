import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultPriceList } from '#contracts/account/price-list.ts'
import { getLimits, listTestimonialEntries as listEndpoint } from '#contracts/operator/content.ts'
import { parseConfig } from '#server/platform/config.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { checkArticles, readTestimonials, TESTIMONIALS_FILE } from '#server/site/api.ts'
import { openConsole } from '#testing/operator-calls.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { listArticleFiles } from './article-files.ts'
import { getLimits as readLimits } from './limits.ts'
import { listTestimonialEntries } from './testimonial-entries.ts'

let app: TestApp
let operator: Awaited<ReturnType<typeof openConsole>>
beforeAll(async () => {
  app = await startTestApp()
  operator = await openConsole(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const get = async (path: string) => (await operator.send(`/api/operator/${path}`)).json()

const article = (id: number, title: string, publishedAt: string, body = 'Lamps sell.') => `---
id: ${id}
slug: article-${id}
title: ${title}
excerpt: About lamps.
category: SEO
tags: [lamps]
author: Storedawn
publishedAt: ${publishedAt}
---

${body}
`

describe('articles', () => {
  async function list(query: {
    q?: string
    only?: 'problems' | 'scheduled'
    page?: number
    size?: number
  }) {
    const folder = await createTempFolder('storedawn-articles-')
    const files = {
      '1.md': article(1, 'Old lamps', '2026-01-05'),
      '2.md': article(2, 'New lamps', '2026-02-05'),
      '3.md': article(3, 'Lamps to come', '2099-01-05'),
      '4.md': article(4, 'Broken links', '2026-01-01', 'See [there](/blog/nowhere).'),
      '5.md': 'no front matter',
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const ctx = {
      ...app.ctx,
      checkArticles: () => checkArticles(folder),
    } as unknown as RequestContext & {
      checkArticles: () => ReturnType<typeof checkArticles>
    }
    return listArticleFiles(ctx, { page: 0, size: 20, ...query })
  }
  const filesOf = async (query: Parameters<typeof list>[0]) =>
    (await list(query)).content.map(({ file }) => file)

  test('with problems come first, then the latest', async () => {
    const { content } = await list({})
    expect(content.map(({ file, state }) => [file, state])).toEqual([
      ['4.md', 'published'],
      ['5.md', 'faulty'],
      ['3.md', 'scheduled'],
      ['2.md', 'published'],
      ['1.md', 'published'],
    ])
    expect(content[0]?.problems).toEqual([{ line: 12, text: 'there is no page /blog/nowhere' }])
    expect(content[1]).toMatchObject({ title: null, publishedAt: null, views: 0 })
  })

  test('are searched, filtered and paged', async () => {
    expect(await filesOf({ q: 'NEW LAMPS' })).toEqual(['2.md'])
    expect(await filesOf({ only: 'problems' })).toEqual(['4.md', '5.md'])
    expect(await filesOf({ only: 'scheduled' })).toEqual(['3.md'])
    expect(await list({ page: 1, size: 2 })).toMatchObject({ totalElements: 5, totalPages: 3 })
    expect(await filesOf({ page: 2, size: 2 })).toEqual(['1.md'])
  })

  test('of this release have no problems', async () => {
    const { totalElements } = await get('articles?only=problems')
    expect(totalElements).toBe(0)
    expect((await get('articles')).totalElements).toBeGreaterThan(40)
  })
})

describe('testimonials', () => {
  test('are all listed; examples are hidden unless the setting shows them', async () => {
    const places = await readTestimonials(TESTIMONIALS_FILE)
    const all = [...places.twitter, ...places.reddit, ...places.trustpilot]
    const { content, problem } = listEndpoint.response.parse(await get('testimonials'))
    expect(problem).toBeNull()
    expect(content.map(({ id, isShown }) => [id, isShown])).toEqual(
      all.map(({ id, source }) => [id, source !== null]),
    )
    const config = { ...app.ctx.config, EXAMPLE_TESTIMONIALS: 'on' as const }
    expect((await listTestimonialEntries({ config })).content.every(({ isShown }) => isShown)).toBe(
      true,
    )
  })

  test('from an unreadable file are left out, and the console says why', async () => {
    const file = join(await createTempFolder('storedawn-testimonials-'), 'testimonials.json')
    await writeFile(file, '{"twitter": []}')
    const { content, problem } = await listTestimonialEntries(app.ctx, file)
    expect([content, problem]).toEqual([[], expect.stringContaining('reddit')])
  })
})

describe('prices and limits', () => {
  test('are those in force, beside the defaults', async () => {
    const limits = getLimits.response.parse(await get('limits'))
    expect([limits.prices, limits.arePricesSet]).toEqual([defaultPriceList, false])
    expect(limits.plans).toMatchObject([
      { plan: 'pro', exportRowsPerDay: 1000, savedSearches: 1 },
      { plan: 'plus', exportRowsPerDay: null, exportFormats: ['csv', 'xlsx', 'jsonl'] },
    ])
    const amounts = { monthly: 1_000, yearly: 9_000 }
    const list = { pro: amounts, plus: amounts }
    const prices = { USD: list, EUR: list, TRY: list }
    const config = parseConfig({ PRICES: JSON.stringify(prices), MAIL_PER_HOUR: '5' })
    const set = readLimits({ config })
    expect([set.prices, set.arePricesSet]).toEqual([prices, true])
    expect(set.settings).toContainEqual({ name: 'MAIL_PER_HOUR', value: 5, default: 2_000 })
  })
})
