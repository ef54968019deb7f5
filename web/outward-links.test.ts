import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const texts = globSync('**/*.tsx', { cwd: import.meta.dirname, exclude: ['**/*.test.tsx'] }).map(
  (file) => [file, readFileSync(path.join(import.meta.dirname, file), 'utf8')] as const,
)

/** `<a …>` and `<img …>` as they are written, from the tag's name to the end of its attributes. */
const tagsOf = (name: string) =>
  texts.flatMap(([file, text]) =>
    Array.from(
      text.matchAll(new RegExp(`<${name}\\b(?:=>|[^>])*>`, 'g')),
      ([tag]) => [file, tag] as const,
    ),
  )

test(
  'links to other sites expose neither referrer nor opener, and no file calls window.open',
  { tags: ['check-61'] },
  () => {
    const outward = tagsOf('a').filter(([, tag]) => tag.includes('target='))
    expect(outward.length).toBeGreaterThan(1)
    for (const [file, tag] of outward)
      expect([file, tag]).toEqual([
        file,
        expect.stringContaining('rel="noopener nofollow ugc noreferrer"'),
      ])
    expect(texts.flatMap(([file, text]) => (/window\.open\(/.test(text) ? [file] : []))).toEqual([])
  },
)

test('every file with a link to another site checks its address', { tags: ['check-61'] }, () => {
  const files = [
    ...new Set(
      tagsOf('a')
        .filter(([, tag]) => tag.includes('target='))
        .map(([file]) => file),
    ),
  ]
  for (const [file, text] of texts.filter(([name]) => files.includes(name)))
    expect([file, text]).toEqual([file, expect.stringContaining('externalUrl(')])
})

test('every picture loads without sending a referrer', { tags: ['check-61'] }, () => {
  const pictures = tagsOf('img')
  expect(pictures.length).toBeGreaterThan(1)
  for (const [file, tag] of pictures)
    expect([file, tag]).toEqual([file, expect.stringContaining('referrerPolicy="no-referrer"')])
})
