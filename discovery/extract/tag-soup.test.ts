import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createExtractPool } from './extract-pool.ts'
import {
  emptyVisit,
  extract,
  pageOf,
  STORE_HOST,
  storePage,
} from '#testing/discovery/store-page.ts'

/** Every element with its own placement rule in the standard, and some unknown ones. */
const TAGS =
  'html head body base link meta title style script noscript template frameset frame noframes address article aside center dialog details dir div dl fieldset figure footer header main menu nav ol p section summary ul h1 h6 pre listing form li dd dt plaintext button a b big code em font i s small strike strong tt u nobr applet marquee object table caption colgroup col tbody tfoot thead td th tr area br embed img keygen wbr input param source track hr image textarea xmp iframe noembed select optgroup option rb rtc rp rt ruby math mi mo mn ms mtext annotation-xml mglyph malignmark svg foreignObject desc x-y FOO'.split(
    ' ',
  )

const tag = fc.constantFrom(...TAGS)
const junk = fc.string({ unit: 'binary', maxLength: 12 })
const attribute = fc
  .tuple(
    fc.constantFrom('href', 'class', 'lang', 'charset', 'content', 'src', 'x', 'on', '=', '"', '/'),
    junk,
  )
  .chain(([name, value]) =>
    fc.constantFrom(` ${name}`, ` ${name}=${value}`, ` ${name}="${value}"`, ` ${name}='${value}`),
  )
const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(tag, fc.array(attribute, { maxLength: 3 }))
      .map(([name, parts]) => `<${name}${parts.join('')}>`),
  },
  { weight: 3, arbitrary: tag.map((name) => `</${name}>`) },
  { weight: 1, arbitrary: tag.map((name) => `<${name}/>`) },
  { weight: 3, arbitrary: junk },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '<!--', '-->', '--!>', '<!-->', '<!doctype', '<!DOCTYPE html SYSTEM "', '<![CDATA[', ']]>', '<?php', '</', '<', '</ ', '<!', '&', '&#', '&#x110000;', '&#0;', '&notit;', '&amp',
      '\0', '\f', '\r', '\ufeff', '\ud800', '<script><!--<script>', '</script', '<a/=', '<a =', '<div id=\u0000',
    ), // prettier-ignore
  },
)
const soup = fc.array(piece, { maxLength: 150 }).map((pieces) => pieces.join(''))

test(
  'a store page amid arbitrary malformed markup is read correctly',
  { tags: ['check-52'] },
  () => {
    let stores = 0
    fc.assert(
      fc.property(soup, soup, (before, after) => {
        const page = pageOf(`${storePage()}${after}`)
        const { shop } = extract({ home: page, contact: [pageOf(`${before}${storePage()}`)] })
        // The content before it is read unchanged.
        expect(shop?.value).toBe('q7x2ab-9k.myshopify.com')
        stores += extract({ home: pageOf(before) }).isStore ? 1 : 0
      }),
      { numRuns: 700 },
    )
    expect(stores).toBe(0)
  },
)

test(
  'the process keeps answering while a thread works on its worst page',
  { tags: ['check-52'] },
  async () => {
    await using pool = createExtractPool({ size: 1, timeoutMs: 300 })
    const slow = pageOf(`${'<b>'.repeat(1400)}${'</p>'.repeat(1_200_000)}`)
    let turns = 0
    let isOver = false
    const reading = pool.extract(
      { ...emptyVisit, home: slow, contact: Array.from({ length: 40 }, () => slow) },
      STORE_HOST,
    )
    void reading.then(() => (isOver = true))
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      turns += 1
    }
    expect((await reading).snapshot.notStoreReason).toBe('extraction_timeout')
    expect(turns).toBeGreaterThan(10)
  },
)
