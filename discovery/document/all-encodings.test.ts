import { expect, test } from 'vitest'
import { decodeBody } from './decode-body.ts'

/** Sentences that real shops write about themselves, by the encodings that can represent them. */
const TEXTS: [text: string, labels: string[]][] = [
  [
    'Möbelhaus Süd – größte Auswahl, 5 €',
    ['windows-1252', 'iso-8859-1', 'latin1', 'utf-8', 'iso-8859-15'],
  ],
  ['Żółte łóżka i kołdry', ['iso-8859-2', 'windows-1250', 'utf-8']],
  ['Şık çanta, güneş gözlüğü', ['iso-8859-9', 'windows-1254', 'utf-8']],
  [
    'Лампы и светильники для дома',
    ['windows-1251', 'koi8-r', 'iso-8859-5', 'x-mac-cyrillic', 'utf-8'],
  ],
  ['Φωτιστικά για το σπίτι', ['iso-8859-7', 'windows-1253', 'utf-8']],
  ['חנות מנורות לבית', ['windows-1255', 'iso-8859-8-i', 'utf-8']],
  ['متجر المصابيح للبيت', ['windows-1256', 'iso-8859-6', 'utf-8']],
  ['日本の照明、送料無料', ['shift_jis', 'sjis', 'x-sjis', 'windows-31j', 'euc-jp', 'utf-8']],
  ['中国灯具商店，全场包邮', ['gbk', 'gb2312', 'gb18030', 'utf-8']],
  ['臺灣燈飾專賣店', ['big5', 'big5-hkscs', 'utf-8']],
  ['한국 조명 가게, 무료 배송', ['euc-kr', 'ks_c_5601-1987', 'utf-8']],
  ['โคมไฟสำหรับบ้าน', ['windows-874', 'tis-620', 'utf-8']],
]
const cases = TEXTS.flatMap(([text, labels]) => labels.map((label) => [label, text] as const))

/**
 * The platform only decodes, so we look each character up among everything that one, two and three
 * bytes decode to.
 */
const tables = new Map<string, Map<string, number[]>>()
function tableOf(label: string): Map<string, number[]> {
  const found = tables.get(label) ?? new Map<string, number[]>()
  if (found.size > 0) return found
  const decoder = new TextDecoder(label, { fatal: true })
  const add = (bytes: number[]) => {
    try {
      const char = decoder.decode(Uint8Array.from(bytes))
      if ([...char].length === 1 && !found.has(char)) found.set(char, bytes)
    } catch {
      // No character of this encoding.
    }
  }
  for (let first = 0; first < 256; first += 1) add([first])
  for (let first = 128; first < 256; first += 1)
    for (let second = 64; second < 256; second += 1) add([first, second])
  tables.set(label, found)
  return found
}

function encode(label: string, text: string): Uint8Array {
  if (label === 'utf-8') return new TextEncoder().encode(text)
  return Uint8Array.from([...text].flatMap((char) => tableOf(label).get(char) ?? [0x3f]))
}

const written = (label: string, text: string) => new TextDecoder(label).decode(encode(label, text))
const filler = `<!-- ${'x'.repeat(300)} -->`
const DECLARATIONS: [
  name: string,
  head: (label: string) => string,
  contentType?: (label: string) => string,
][] = [
  ['its header', () => '', (label) => `text/html; charset=${label}`],
  ['a quoted header', () => '', (label) => `text/html;charset="${label.toUpperCase()}"`],
  ['a meta', (label) => `<meta charset="${label}">`],
  [
    'an unquoted meta behind a comment',
    (label) => `${filler}<META\n  CharSet = ${label} >`,
    () => 'text/html',
  ],
  [
    'the older meta',
    (label) => `<meta content='text/html;charset=${label}' http-equiv=content-type>`,
  ],
  [
    'its header, against a wrong meta',
    () => '<meta charset=koi8-u>',
    (label) => `text/html; charset=${label}`,
  ],
  [
    'a meta, under a header that names nothing',
    (label) => `<meta charset=${label}>`,
    () => 'text/html; charset=none-of-these',
  ],
]

test.each(cases)(
  'a page in %s decodes to %s with every way of declaring the encoding',
  { tags: ['check-54'] },
  (label, text) => {
    expect(written(label, text).replaceAll('?', '').length).toBeGreaterThan(text.length / 2)
    for (const [name, head, contentType] of DECLARATIONS) {
      const start = `<!doctype html><html><head>${head(label)}<title>`
      const body = new Uint8Array([...new TextEncoder().encode(start), ...encode(label, text)])
      const headers: Record<string, string> = contentType
        ? { 'content-type': contentType(label) }
        : {}
      const read = decodeBody({ body, headers })
      expect([name, read.slice(read.indexOf('<title>') + 7)]).toEqual([name, written(label, text)])
      expect(read).not.toContain('\ufffd')
    }
  },
)

test.each(['utf-16le', 'utf-16be'])(
  'the byte order mark identifies %s, even against header and meta',
  { tags: ['check-54'] },
  (label) => {
    for (const [text] of TEXTS) {
      const bytes = Buffer.from(`\ufeff<meta charset=gbk>${text}`, 'utf16le')
      const body = new Uint8Array(label === 'utf-16le' ? bytes : bytes.swap16())
      const headers = { 'content-type': 'text/html; charset=windows-1252' }
      expect(decodeBody({ body, headers })).toBe(`<meta charset=gbk>${text}`)
    }
  },
)
