import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuMsOf } from '#testing/cpu-time.ts'
import { hasCorpus, readCorpus } from '#testing/discovery/corpus.ts'
import { MAX_ROBOTS_BYTES, parseRobots } from './robots.ts'

const TOKEN = 'StoredawnBot'
const read = (text: string) => parseRobots(new TextEncoder().encode(text), TOKEN)
const forAll = (...rules: string[]) => read(['User-agent: *', ...rules].join('\n'))

test('no rules, no groups and empty files allow everything', () => {
  for (const text of [
    '',
    '\n\n',
    '# nothing',
    'Sitemap: https://shop.test/sitemap.xml',
    'Disallow: /',
    '<html>404</html>',
  ]) {
    expect(read(text).isAllowed('/any')).toBe(true)
  }
})

test('the longest rule wins; between equally long rules, the allow rule wins', () => {
  const robots = forAll(
    'Disallow: /',
    'Allow: /example/page/',
    'Disallow: /example/page/disallowed.gif',
  )
  expect(robots.isAllowed('/example/page/')).toBe(true)
  expect(robots.isAllowed('/example/page/disallowed.gif')).toBe(false)
  expect(robots.isAllowed('/example/')).toBe(false)
  expect(forAll('Disallow: /same', 'Allow: /same').isAllowed('/same')).toBe(true)
  expect(forAll('Allow: /same', 'Disallow: /same').isAllowed('/same')).toBe(true)
})

test.each([
  // pattern, path, matches (RFC 9309, 2.2.2 and 2.2.3, and the usual table of examples)
  ['/', '/fish', true],
  ['/fish', '/fish.html', true],
  ['/fish', '/fishheads/yummy.html', true],
  ['/fish', '/Fish.asp', false],
  ['/fish', '/catfish', false],
  ['/fish*', '/fish', true],
  ['/fish/', '/fish', false],
  ['/fish/', '/fish/?id=anything', true],
  ['/*.php', '/folder/any.php.file.html', true],
  ['/*.php', '/', false],
  ['/*.php', '/windows.PHP', false],
  ['/*.php$', '/folder/filename.php', true],
  ['/*.php$', '/filename.php?parameters', false],
  ['/*.php$', '/filename.php5', false],
  ['/fish*.php', '/fishheads/catfish.php?parameters', true],
  ['/fish*.php', '/Fish.PHP', false],
  ['/this/*/exactly', '/this/is/exactly', true],
  ['/$', '/', true],
  ['/$', '/x', false],
  ['/x$y', '/x$y', true],
  ['/**a', '/ba', true],
  ['*/collections/*filter*&*filter*', '/collections/all?filter=1&filter=2', true],
  ['*/collections/*filter*&*filter*', '/collections/all?filter=1', false],
  ['/ab*ab$', '/ab', false],
  ['/ab*ab$', '/abab', true],
  ['/foo/bar?baz=quz', '/foo/bar?baz=quz', true],
  ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https://foo.bar', true],
  ['/foo/bar/ツ', '/foo/bar/%E3%83%84', true],
  ['/foo/bar/%E3%83%84', '/foo/bar/ツ', true],
  ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84', true],
  ['/foo/bar/%62%61%7A', '/foo/bar/baz', true],
  ['/%7Ejoe', '/~joe', true],
  ['/a%2Fb', '/a/b', false],
  ['/a%2fb', '/a%2Fb', true],
  ['/collections/*%2b*', '/collections/a%2Bb', true],
])('Disallow: %s against %s', { tags: ['check-55'] }, (pattern, path, isMatch) => {
  expect(forAll(`Disallow: ${pattern}`).isAllowed(path)).toBe(!isMatch)
})

test(
  'groups for our agent are merged, groups for others and * are ignored',
  { tags: ['check-55'] },
  () => {
    const robots = read(
    ['User-agent: storedawnbot', 'Disallow: /a', 'User-agent: other', 'Disallow: /', '', 'User-Agent: STOREDAWNBOT/9.1 (x)', 'Disallow: /b',
      'User-agent: *', 'Disallow: /c'].join('\n'),
  ) // prettier-ignore
    expect(['/a', '/b', '/c', '/d'].map(robots.isAllowed)).toEqual([false, false, true, true])
  },
)

test('several agents share the rules that follow, even across blank lines, comments and sitemaps', () => {
  const robots = read('user-agent: other\n\n# and\nsitemap: /x\nuser-agent: *\ndisallow: /a\n')
  expect(robots.isAllowed('/a')).toBe(false)
})

// Spellings of google/robotstxt, robots.cc, `KeyIsUserAgent` and `KeyIsDisallow`.
test.each([
  'Useragent: *\nDisallow: /',
  'user_agent: *\nDisallow: /',
  'User-agent: *\nDisllow: /',
  'User-agent: *\nDis-allow: /',
  'User agent: *\nDisallow: /',
  'USERAGENT : StoredawnBot\nDISALLOW:/',
  'User-agents: *\nDisallow: /',
  'User-agent: *\nDissallow: /',
  'User-agent: *\nDissalow: /',
  'User-agent: *\nDisalow: /',
  'User-agent: *\nDiasllow: /',
  'User-agent: *\nDisallaw: /',
  'User-agent: *\nDisallows: /',
  'User-agent *\nDisallow /',
  'user agent *\ndisallow\t/ # nobody',
  'User-agent: * everybody\nDisallow: /',
  'User-agent: A\nCrawl-delay: 5\nUser-agent: *\nDisallow: /',
  'User-agent: *\nCrawl-delay: 5\n\nSitemap: /s.xml\nUser-agent: B\nDisallow: /',
])('%j forbids the whole shop', (text) => {
  expect(read(text).isAllowed('/products.json')).toBe(false)
})

test.each([
  'User-agent: *\nDisallow everything',
  'User-agent: *\nDisallow / and more',
  'User-agent: *\nDisallow',
  'User-agent: *\nDisallow:',
  'User-agent: *\nNoindex: /',
  'User-agent: *\nDo not disallow: /',
  'User-agent: *\nDisallow: /admin\nAllow /products.json',
  'Agent: *\nDisallow: /',
  'User: agent *\nDisallow: /',
  '*\nDisallow: /',
  'User-agent: *other\nDisallow: /',
  'User-agent: A\nDisallow: /\nUser-agent: *\nDisallow: /cart',
  'User-agent: *\nAllow: /\nUser-agent: B\nDisallow: /',
])('%j leaves the catalogue open', (text) => {
  expect(read(text).isAllowed('/products.json')).toBe(true)
})

test('a crawl delay holds for every agent of its group', () => {
  const text = 'User-agent: A\nCrawl-delay: 5\nUser-agent: *\nDisallow: /cart'
  expect(read(text).crawlDelayMs).toBe(5_000)
})

test('a longer agent name that starts with ours does not match', () => {
  expect(read('User-agent: StoredawnBotany\nDisallow: /').isAllowed('/')).toBe(true)
})

test('BOM, line endings, spaces, comments and case do not matter', { tags: ['check-55'] }, () => {
  const text =
    '\uFEFFUSER-AGENT : *   # all\rDISALLOW:/a # not here\r\n  disallow :   /b\t\nno colon\n: /c\nallow'
  const robots = read(text)
  expect(['/a', '/b', '/c'].map(robots.isAllowed)).toEqual([false, false, true])
  for (const encoding of ['le', 'be']) {
    const utf16 = Buffer.from(text, 'utf16le')
    const bytes = encoding === 'le' ? utf16 : utf16.swap16()
    expect(parseRobots(bytes, TOKEN).isAllowed('/a')).toBe(false)
  }
})

test('robots.txt itself is always allowed, and empty rules have no effect', () => {
  expect(forAll('Disallow: /').isAllowed('/robots.txt')).toBe(true)
  expect(forAll('Disallow:').isAllowed('/')).toBe(true)
  expect(forAll('Disallow: nonsense').isAllowed('/nonsense')).toBe(true)
})

test.each([
  ['10', 10_000],
  ['0.5', 500],
  ['3600', 3_600_000],
  ['-1', 0],
  ['soon', 0],
  ['', 0],
])('a crawl delay of "%s" is %i ms', (value, delayMs) => {
  expect(forAll(`Crawl-delay: ${value}`, 'Disallow: /x').crawlDelayMs).toBe(delayMs)
})

test('rules beyond 500 KiB, or cut by that limit, are ignored', { tags: ['check-55'] }, () => {
  const filler = `#${'x'.repeat(1022)}\n`.repeat(499)
  const robots = forAll(
    `Disallow: /early`,
    filler,
    `Disallow: /${'y'.repeat(2000)}`,
    'Disallow: /late',
  )
  expect(robots.isAllowed('/early')).toBe(false)
  expect(robots.isAllowed('/late')).toBe(true)
  expect(robots.isAllowed(`/${'y'.repeat(2000)}`)).toBe(true)
  expect(MAX_ROBOTS_BYTES).toBe(512_000)
})

test('hostile patterns match quickly', () => {
  const robots = forAll(`Disallow: /${'*a'.repeat(5000)}$`, `Disallow: ${'/*'.repeat(5000)}b`)
  const cpuMs = cpuMsOf(() => expect(robots.isAllowed(`/${'a'.repeat(2000)}`)).toBe(true))
  expect(cpuMs).toBeLessThan(1000)
})

test('arbitrary bytes yield an answer', () => {
  const isAnswered = (bytes: Uint8Array, path: string) =>
    typeof parseRobots(bytes, TOKEN).isAllowed(path) === 'boolean'
  expect(() =>
    fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), fc.string(), isAnswered)),
  ).not.toThrow()
})

test.each([
  ['/collections/all?sort_by=best-selling', false],
  ['/collections/lamps?sort_by=best-selling', false],
  ['/collections/lamps?page=2&sort_by=best-selling', false],
  ['/en-de/collections/all?sort_by=best-selling', false],
  ['/collections/best-sellers', true],
  ['/collections/best-sellers/products.json', true],
  ['/collections/all', true],
  ['/products.json?limit=250&page=1', true],
])('the platform’s standard rules answer for %s: %s', (path, isAllowed) => {
  const robots = forAll('Disallow: /collections/*sort_by*', 'Disallow: /*/collections/*sort_by*')
  expect(robots.isAllowed(path)).toBe(isAllowed)
})

test.skipIf(!hasCorpus).each([
  ['/', true],
  ['/meta.json', true],
  ['/products.json?limit=250&page=1', true],
  ['/password', true],
  ['/sitemap.xml', true],
  ['/pages/contact', true],
  ['/policies/contact-information', true],
  ['/collections/best-sellers', true],
  ['/collections/all?sort_by=best-selling', false],
  ['/en/collections/all?sort_by=best-selling', false],
  ['/collections/all.atom', false],
  ['/search?q=x', false],
  ['/cart', false],
  ['/collections/a+b', false],
  ['/collections/all?x=1&filter.v=2', false],
])('the real file of October 2026 answers for %s: %s', (path, isAllowed) => {
  const robots = parseRobots(readCorpus('robots_sitemap/zatu_robots_202610.txt'), TOKEN)
  expect(robots.isAllowed(path)).toBe(isAllowed)
})
