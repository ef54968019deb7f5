import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { cleanDescription } from './clean-html.ts'

/**
 * One of each class of payload: scripts, handlers, addresses, frames, foreign content, mutation,
 * styles, forms, encodings.
 */
const PAYLOADS = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<SCRIPT SRC=//evil.test/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)" onmouseover=alert(1)>x</p>',
  '<body onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="  java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  '<a href="&#x6A;&#x61;vascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="//evil.test/x">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="blob:https://evil.test/1">x</a>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>',
  '<svg><foreignObject><p onclick=alert(1)>x</p></foreignObject></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<style>@import "//evil.test";*{background:url(javascript:alert(1))}</style>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<input autofocus onfocus=alert(1)><details open ontoggle=alert(1)>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)"><base href="javascript:/">',
  '<link rel="stylesheet" href="javascript:alert(1)">',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee><isindex type=image src=1 onerror=alert(1)>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<a href="https://a.test/" ping="https://evil.test" target="_blank" id="x" name="y">x</a>',
  '"><img src=x onerror=alert(1)>',
  '<textarea><img src=x onerror=alert(1)></textarea><title><img src=x onerror=alert(1)></title>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
]

function tagsOf(html: string) {
  const tags: { name: string; attributes: Record<string, string> }[] = []
  const parser = new Parser({ onopentag: (name, attributes) => tags.push({ name, attributes }) })
  parser.end(html)
  return tags
}

const FORBIDDEN =
  /^(?:script|style|iframe|object|embed|svg|math|img|video|audio|form|input|button|link|meta|base|template|textarea|noscript|body|marquee|details)$/

function expectHarmless(html: string | null) {
  for (const { name, attributes } of tagsOf(html ?? '')) {
    expect(name).not.toMatch(FORBIDDEN)
    expect(Object.keys(attributes).filter((key) => key !== 'href' && key !== 'rel')).toEqual([])
    expect(attributes['href'] ?? 'https://a.test').toMatch(/^(?:https?:\/\/|mailto:)/i)
  }
}

test.each(PAYLOADS)('%s is made harmless', (payload) => expectHarmless(cleanDescription(payload)))

test('payloads cut up and recombined stay harmless', { tags: ['check-60'] }, () => {
  const piece = fc.constantFrom(
    ...PAYLOADS,
    ...PAYLOADS.map((text) => text.slice(0, text.length / 2)),
    '<p>',
    '">',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.string(), (pieces, text) =>
      expectHarmless(cleanDescription(pieces.join(text))),
    ),
    { numRuns: 300 },
  )
})

test('cleaning a cleaned description changes nothing', () => {
  for (const payload of PAYLOADS) {
    const clean = cleanDescription(`<p>Soft <b>wool</b></p>${payload}`)
    expect(cleanDescription(clean)).toBe(clean)
  }
})

test('sizes are capped, and unclosed, empty or missing text never throws', () => {
  expect(cleanDescription('x'.repeat(3_000_000))?.length).toBe(100_000)
  expect(cleanDescription(`<p>${'&lt;'.repeat(100_000)}`)?.length).toBeLessThanOrEqual(100_000)
  expect(cleanDescription('<p>'.repeat(100_000))).toBeTypeOf('string')
  expect([
    cleanDescription(null),
    cleanDescription(''),
    cleanDescription('<script>x</script>'),
  ]).toEqual([null, null, null])
})
