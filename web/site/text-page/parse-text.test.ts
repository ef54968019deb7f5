import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, parseText } from './parse-text.ts'
import { pickCurrent } from './section-nav.tsx'

const text = (of: string) => ({ kind: 'text', text: of })

test.each<[string[], unknown]>([
  [
    ['One.', 'Two.'],
    [
      { kind: 'paragraph', pieces: [text('One.')] },
      { kind: 'paragraph', pieces: [text('Two.')] },
    ],
  ],
  [
    ['A list:', '- one', '- two'],
    [
      { kind: 'paragraph', pieces: [text('A list:')] },
      { kind: 'list', items: [[text('one')], [text('two')]] },
    ],
  ],
  [
    ['**So** it is, see [the terms](terms).'],
    [
      {
        kind: 'paragraph',
        pieces: [
          { kind: 'strong', text: 'So' },
          text(' it is, see '),
          { kind: 'link', text: 'the terms', target: 'terms' },
          text('.'),
        ],
      },
    ],
  ],
  [['[away](javascript)'], [{ kind: 'paragraph', pieces: [text('[away](javascript)')] }]],
])('%j is parsed into its blocks', (lines, blocks) => {
  expect(parseText(lines)).toEqual(blocks)
})

test('a line with an unknown value is left out, and a line without placeholders stays', () => {
  expect(parseText(['By {{operator}}.', 'Always.'], { operator: null })).toEqual(
    parseText(['Always.']),
  )
})

const wordsOf = (blocks: readonly Block[]) =>
  blocks
    .flatMap((block) => (block.kind === 'list' ? block.items : [block.pieces]))
    .flat()
    .map((piece) => piece.text)
    .join('')

test('a configured value stays plain text, whatever characters it contains', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(wordsOf(parseText(['By {{operator}}.'], { operator: name }))).toBe(`By ${name}.`)
    }),
  )
})

test.each([
  ['above the first', [400, 900], { isAtEnd: false, anchored: -1 }, -1],
  ['in the first', [100, 900], { isAtEnd: false, anchored: -1 }, 0],
  ['in the second', [-800, 100], { isAtEnd: false, anchored: 0 }, 1],
  ['at the end, a short one was asked for', [-800, 500, 700], { isAtEnd: true, anchored: 1 }, 1],
  [
    'at the end, the one asked for is out of sight',
    [-800, 200, 700],
    { isAtEnd: true, anchored: 0 },
    1,
  ],
])('%s: finds the section being read', (_where, tops, view, at) => {
  expect(pickCurrent(tops, { line: 300, height: 1000, ...view })).toBe(at)
})
