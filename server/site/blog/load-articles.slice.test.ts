import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { articleText, type GivenArticle } from '#testing/insert-articles.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { createTestFolder } from '#testing/test-folder.ts'
import { followArticles, loadArticles } from './load-articles.ts'

const app = useTestApp()
const FAULTY = '---\nid: two\n---\n\nText'

/** Writes articles into a folder of their own, and reads them from there. */
async function createArticleFolder() {
  const folder = await createTestFolder()
  const fileOf = (slug: string) => path.join(folder, `${slug}.md`)
  return {
    folder,
    fileOf,
    write: (article: GivenArticle, name = article.slug) =>
      writeFile(fileOf(name), articleText(article)),
    load: () => loadArticles(app.ctx, folder),
  }
}

const statusOf = async (id: number) => (await app.anonymous(`/api/articles/${id}`)).statusCode
const articleOf = async (id: number | string) =>
  (await app.anonymous(`/api/articles/${id}`)).json().data

test('a new file becomes an article without a restart; an unreadable one is logged with its line', async () => {
  const { folder, fileOf, write } = await createArticleFolder()
  const { ctx } = app
  ctx.testLog.expectError('blog.article_faulty')
  await using _following = await followArticles(ctx, folder)
  await writeFile(fileOf('broken'), FAULTY)
  await write({ id: 7, slug: 'added' })
  await expect.poll(() => statusOf(7)).toBe(200)
  const logged = ctx.testLog.entries.find(({ event }) => event === 'blog.article_faulty')
  expect(logged).toMatchObject({
    file: 'broken.md',
    problems: expect.arrayContaining([{ line: 2, text: expect.stringContaining('id:') }]),
  })
})

test('a changed file updates its article, a deleted one removes it, a faulty one leaves it unchanged', async () => {
  const { fileOf, write, load } = await createArticleFolder()
  const [first, second, third] = [
    { id: 1, slug: 'first-day' },
    { id: 2, slug: 'niches', title: 'Niches that grow' },
    { id: 3, slug: 'lampen' },
  ] as const
  for (const article of [first, second, third]) await write(article)
  await load()
  expect(await load()).toEqual({ changed: 0, removed: 0, faults: [] })
  await write({ ...first, title: 'The very first day' })
  await writeFile(fileOf(second.slug), FAULTY)
  await rm(fileOf(third.slug))
  const { faults, ...counts } = await load()
  expect(counts).toEqual({ changed: 1, removed: 1 })
  expect(faults).toMatchObject([{ file: 'niches.md' }])
  expect(faults[0]?.problems).toContainEqual({ line: 2, text: expect.stringContaining('id:') })
  expect((await articleOf(1)).title).toBe('The very first day')
  expect((await articleOf(2)).title).toBe('Niches that grow')
  expect(await statusOf(3)).toBe(404)
  // Two files trade their slugs.
  await write({ ...first, slug: 'niches' }, 'first-day')
  await write({ ...second, slug: 'first-day' }, 'niches')
  expect(await load()).toMatchObject({ changed: 2, faults: [] })
  expect((await articleOf('slug/niches')).id).toBe(1)
  // A second article with the same number is refused.
  await write({ ...third, id: 1 })
  expect((await load()).faults).toEqual([
    { file: 'lampen.md', problems: [{ line: 1, text: 'id: 1 is that of first-day.md' }] },
  ])
})
