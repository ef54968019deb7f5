import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_LINE, readLines, readUpload } from './read-upload.ts'

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function linesOf(bytes: Uint8Array, size: number): Promise<string[]> {
  const lines: string[] = []
  for await (const { text } of readLines(inChunks(bytes, size))) lines.push(text)
  return lines
}

test('lines do not depend on where chunks end, nor on the kind of line break', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'ü', '.', '😀', ' '), maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 6 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.integer({ min: 1, max: 9 }),
      async (lines, end, size) => {
        const bytes = new TextEncoder().encode(lines.map((each) => each + end).join(''))
        expect(await linesOf(bytes, size)).toEqual(lines)
      },
    ),
  )
})

test('a text of a spreadsheet in UTF-16 is read', async () => {
  const bytes = Buffer.from('\uFEFFacme.com\r\nlämpen.de\r\n', 'utf16le')
  const { entries } = await readUpload(inChunks(bytes, 3), 10)
  expect([...entries.keys()]).toEqual(['acme.com', 'xn--lmpen-gra.de'])
})

test('a text of a spreadsheet without Unicode is read, line by line', async () => {
  const turkish = Buffer.from([0x69, 0xfe, 0xfd, 0x6b]) // işık
  const bytes = Buffer.concat([
    Buffer.from('Straße;Domain\r\nHauptstraße 1;lämpen.de\r\n', 'latin1'),
    turkish,
    Buffer.from('.com\r\nmüller.de\r\n'),
  ])
  const { entries } = await readUpload(inChunks(bytes, 5), 10)
  expect([...entries.keys()]).toEqual(['xn--lmpen-gra.de', 'xn--ik-hpa7p.com', 'xn--mller-kva.de'])
})

test('a line longer than an address is refused, and its end is not kept', async () => {
  const bytes = new TextEncoder().encode(`${'a'.repeat(MAX_LINE * 3)}.com\nacme.com`)
  const { entries, refusals } = await readUpload(inChunks(bytes, 512), 10)
  expect(refusals).toMatchObject([{ line: 1, fault: 'tooLong' }])
  expect([...entries]).toEqual([['acme.com', { kind: 'domain', line: 2 }]])
})

test('counts and line numbers include every line with text, and only the named ones are kept', async () => {
  const text = 'domain\n\nacme.com\nwww.acme.com\nNevola Garden\nhi@acme.com\nlast.com\nover.com\n'
  const upload = await readUpload(inChunks(new TextEncoder().encode(text), 7), 2)
  expect(upload).toMatchObject({ lines: 6, repeated: 2, refused: 2 })
  expect([...upload.entries.keys()]).toEqual(['acme.com', 'last.com'])
  expect(upload.repeats).toEqual([
    { line: 4, text: 'acme.com', sameAs: 3 },
    { line: 6, text: 'acme.com', sameAs: 3 },
  ])
  expect(upload.refusals.map(({ line, fault }) => [line, fault])).toEqual([
    [5, 'name'],
    [8, 'full'],
  ])
})
