import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_CHOICE } from '#contracts/catalog/store-filters.ts'
import { createColumn } from '#server/catalog/search/embedded/columns/columns.ts'
import { createRowFilter } from './row-filter.ts'
import { addRow, createWords, unpack } from './row-set.ts'

const ROWS = 100
const values = ['a', 'b', 'c', 'd']

async function passing(
  key: 'reviews' | 'launched' | 'socials',
  column: ReturnType<(typeof createColumn)['code']>,
  choice: Partial<typeof NO_CHOICE>,
  rows: number,
): Promise<number[]> {
  using rented = new DisposableStack()
  const keepPassing = await createRowFilter(
    key,
    column,
    { ...NO_CHOICE, ...choice },
    { rows, rented },
  )
  const words = createWords(ROWS)
  for (let row = 0; row < ROWS; row++) addRow(words, row)
  keepPassing(words, 0)
  return [...unpack(words, 0)]
}

const figure = fc.oneof(fc.nat(30), fc.nat(70_000), fc.nat(200_000))
const span = fc
  .tuple(fc.option(figure), fc.option(figure))
  .map(([from, to]) => (from !== null && to !== null && from > to ? [to, from] : [from, to]))
  .map(([from, to]) => `${from ?? ''}..${to ?? ''}`)
const choiceOf = (value: fc.Arbitrary<string>) =>
  fc.record({
    include: fc.array(value, { maxLength: 2 }),
    exclude: fc.array(value, { maxLength: 2 }),
    unknown: fc.boolean(),
  })

test('a range passes the same rows by a table of numbers as by one row after the other', async () => {
  const numbers = fc.array(fc.option(figure), { minLength: ROWS, maxLength: ROWS })
  const check = fc.asyncProperty(numbers, choiceOf(span), async (figures, choice) => {
    const column = createColumn.number('reviews')
    if (column.kind !== 'number') throw new Error('no numbers')
    figures.forEach((value, row) => column.numbers.set(row, value === null ? 0 : value + 1))
    const byTable = await passing('reviews', column, choice, Infinity)
    expect(byTable).toEqual(await passing('reviews', column, choice, 1))
    const isWithin = (value: number, spans: string[]) =>
      spans.some((text) => {
        const [from, to] = text.split('..')
        return value >= Number(from || 0) && value <= (to === '' ? Infinity : Number(to))
      })
    if (choice.include.includes('..') || choice.exclude.includes('..')) return
    const { include, exclude, unknown } = choice
    const isKnown = include.length + exclude.length > 0
    const expected = figures.flatMap((value, row) =>
      (
        value === null
          ? unknown
          : isKnown &&
            !isWithin(value, exclude) &&
            (include.length === 0 || isWithin(value, include))
      )
        ? [row]
        : [],
    )
    expect(byTable).toEqual(expected)
  })
  await fc.assert(check, { numRuns: 40 })
})

test('a list passes the same rows by a table of lists as by one row after the other', async () => {
  const list = fc.option(fc.uniqueArray(fc.constantFrom(...values)))
  const lists = fc.array(list, { minLength: ROWS, maxLength: ROWS })
  const check = fc.asyncProperty(
    lists,
    choiceOf(fc.constantFrom(...values)),
    async (asked, choice) => {
      const column = createColumn.list('socials')
      if (column.kind !== 'list') throw new Error('no lists')
      asked.forEach((items, row) => {
        const codes = Uint32Array.from(
          (items ?? []).map((item) => column.dictionary.codeOf(item)),
        ).sort()
        column.codes.set(row, items === null ? 0 : column.lists.codeOf(codes, codes.length))
      })
      expect(await passing('socials', column, choice, Infinity)).toEqual(
        await passing('socials', column, choice, 1),
      )
    },
  )
  await fc.assert(check, { numRuns: 40 })
})
