import { expect, test } from 'vitest'
import { findCitedPaths } from '#scripts/docs/find-cited-paths.ts'

const topLevel = new Set(['server', 'web', 'docs', 'README.md'])
const cited = (markdown: string) => findCitedPaths(markdown, topLevel).map((path) => path.cited)

test.each([
  ['a file in backticks', 'see `server/app.ts` for it', ['server/app.ts']],
  ['a folder in backticks', 'everything in `web/ui/`', ['web/ui/']],
  ['a file at the root', 'the `README.md`', ['README.md']],
  ['a line of a file', '`server/app.ts:12`', ['server/app.ts']],
  ['a link', '[the page](docs/language.md)', ['docs/language.md']],
  ['a link with an anchor', '[the page](docs/language.md#type)', ['docs/language.md']],
  ['several on one line', '`server/a.ts` and `web/b.ts`', ['server/a.ts', 'web/b.ts']],
])('it finds %s', (_what, markdown, expected) => {
  expect(cited(markdown)).toEqual(expected)
})

test.each([
  ['globs', '`server/**/*.ts`'],
  ['placeholders', '`server/features/<x>/routes.ts` and `docs/decisions/NNNN-title.md`'],
  ['a feature called x', '`server/features/x` and `web/features/x/page.tsx`'],
  ['brace lists', '`server/{db,jobs}`'],
  ['addresses', '[site](https://example.org/server/app.ts) and `https://example.org/`'],
  ['anchors of the same page', '[below](#server)'],
  ['addresses of the product', '`/api/stores`'],
  ['words that only look like a folder', '`server` and `web`'],
  ['commands', '`node server/main.ts --now`'],
  ['what lies beside the repository', '`../shared/clauses.tsv`'],
  ['other projects', '`lib/main.c`'],
  ['samples between fences', '```\n`server/none.ts`\n```'],
])('it leaves out %s', (_what, markdown) => {
  expect(cited(markdown)).toEqual([])
})

test('it reports the line', () => {
  expect(findCitedPaths('one\n\n`web/a.ts`', topLevel)).toEqual([
    { cited: 'web/a.ts', line: 3, kind: 'code' },
  ])
})
