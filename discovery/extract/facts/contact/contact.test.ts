import { describe, expect, test } from 'vitest'
import { extract, extractHome, metaJson, pageOf, storePage } from '#testing/discovery/store-page.ts'

function visit(body: string, country = 'CH') {
  const domain = 'lumen-und-filz.ch'
  const meta = pageOf(metaJson({ country, domain }))
  return extract({ home: pageOf(storePage({ body })), meta }, domain)
}
const emailsOf = (body: string) => visit(body).emails.map(({ value }) => value.address)
const kindsOf = (body: string) =>
  visit(body).emails.map(({ value }) => `${value.address} ${value.kind}`)
const phonesOf = (body: string, country = 'CH') =>
  visit(body, country).phones.map(({ value }) => value.e164 ?? value.text)

/** The markup that Cloudflare's e-mail address protection writes. */
function protect(address: string): string {
  const key = 0x5a
  return [key, ...new TextEncoder().encode(address).map((byte) => byte ^ key)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

describe('finds e-mail addresses', () => {
  test.each([
    [
      'in a link',
      '<a href="mailto:Info@Lumen-und-Filz.ch?subject=Hi">write</a>',
      ['info@lumen-und-filz.ch'],
    ],
    [
      'in a link, percent-encoded and several',
      '<a href="mailto:a%40filz.ch,b@filz.ch">x</a>',
      ['a@filz.ch', 'b@filz.ch'],
    ],
    [
      'with an international host',
      '<p>hallo@müller-lampen.de</p>',
      ['hallo@xn--mller-lampen-dlb.de'],
    ],
  ])('%s', (_name, body, addresses) => expect(emailsOf(body)).toEqual(addresses))

  test.each([
    ['in text', '<p>Mail: hallo@filz.ch.</p>'],
    [
      'next to a label that is set apart by style only',
      '<p><b>E-Mail</b><span>hallo@filz.ch</span><b>Telefon</b></p>',
    ],
    ['with a decoy inside', '<p>hallo@<span style="display: none">nospam</span>filz.ch</p>'],
    ['in brackets', '<p>hallo (at) filz (dot) ch, büro [ät] x</p>'],
    ['spoken', '<p>write to hallo at filz dot ch today</p>'],
    ['as an entity', '<p>hallo&#64;filz&#46;ch</p>'],
    ['with a full-width sign', '<p>hallo＠filz.ch</p>'],
    [
      'behind address protection',
      `<a class="__cf_email__" data-cfemail="${protect('hallo@filz.ch')}">[email&#160;protected]</a>`,
    ],
    [
      'behind a protected link',
      `<a href="/cdn-cgi/l/email-protection#${protect('hallo@filz.ch')}">mail</a>`,
    ],
    [
      'in structured data',
      '<script type="application/ld+json">{"@type":"OnlineStore","contactPoint":{"email":"mailto:hallo@filz.ch"}}</script>',
    ],
    [
      'shown by a link that still opens the address of the theme',
      '<a href="mailto:studio@theme-maker.io">hallo@filz.ch</a>',
    ],
    ['only once', '<a href="mailto:hallo@filz.ch">HALLO@filz.ch</a>'],
  ])('%s', (_name, body) => expect(emailsOf(body)).toEqual(['hallo@filz.ch']))
})

describe('ignores text that is not an e-mail address of the shop', () => {
  const junk: Record<string, string> = {
    'pictures for dense screens': '<p>logo_160x@2x.png, icon@2x.ai and hero@3x.webp</p>',
    'keys of error trackers':
      '<p>https://e7d54b729aaf49ea8b2f80dae22860aa@o1.ingest.sentry.io/52 aabbccddeeff00112233445566778899@sentry.zipify.com</p>',
    scripts:
      '<script>var owner = "katelyn@andy-cooks.com"</script><script type="application/json">{"email":"app@vendor.com"}</script>',
    comments: '<!-- verification marketing@intersquad.co --><!--[if IE]>x@y.com<![endif]-->',
    examples:
      '<p>email@example.com you@yourdomain.com john.doe@gmail.com name@firma.de</p><input placeholder="me@mail.de">',
    'theme demos': '<p>contact@mdbootstrap.com</p>',
    'platforms and services': '<p>support@shopify.com privacy@klaviyo.com service@paypal.de</p>',
    'data protection authorities':
      '<p>casework@ico.org.uk poststelle@datenschutz.hessen.de contact@apd-gba.europa.eu</p>',
    packages: '<p>react@18.2.0 @shopify/polaris swiper@11.min.js user@localhost a@b</p>',
    'unread mailboxes': '<p>no-reply@filz.ch</p>',
    handles: '<p>Follow @lumen.filz on Instagram, us @ filz</p>',
  }
  for (const [name, body] of Object.entries(junk))
    test(`${name}`, () => expect(emailsOf(body)).toEqual([]))
})

test('role mailboxes and the shop’s own mailboxes are separated from personal ones and come first', () => {
  const body =
    '<p>petra.klein@lumen-und-filz.ch, claudia@lumen-und-filz.ch, dreamteam@lumen-und-filz.ch, info@agentur.de, sunny22@gmail.com, lumenundfilz@gmail.com, iletisim@magaza.com.tr, kundenservice-ch@post.ch</p>'
  expect(kindsOf(body)).toEqual([
    'dreamteam@lumen-und-filz.ch role',
    'lumenundfilz@gmail.com role',
    'info@agentur.de role',
    'iletisim@magaza.com.tr role',
    'kundenservice-ch@post.ch role',
    'petra.klein@lumen-und-filz.ch personal',
    'claudia@lumen-und-filz.ch personal',
    'sunny22@gmail.com personal',
  ])
})

describe('finds telephone numbers', () => {
  test.each([
    ['in a link', 'CH', '<a href="tel:+41 31 331 12 12">anrufen</a>', '+41313311212'],
    [
      'in international writing without a label',
      'CH',
      '<p>Bern · +41 31 331 12 12 · Mo–Fr</p>',
      '+41313311212',
    ],
    [
      'in North American writing',
      'US',
      '<p>Call Us Mon-Fri, 7-4 ET At: (833) 603-0888</p>',
      '+18336030888',
    ],
    ['beside an address', 'US', '<p>12 Main St, Denver CO 80202, 303-555-7788</p>', '+13035557788'],
    ['as a freephone number', 'AU', '<p>Phone 1800 990 990 (9am – 6pm)</p>', '+611800990990'],
    [
      'in a messenger link',
      'BR',
      '<a href="https://wa.me/5511987654321?text=Oi">WhatsApp</a>',
      '+5511987654321',
    ],
    ['before a postcode', 'DE', '<p>Tel. 030 901820 10178 Berlin</p>', '+4930901820'],
    [
      'in structured data',
      'FR',
      '<script type="application/ld+json">{"@type":"Store","telephone":"01 42 68 53 00"}</script>',
      '+33142685300',
    ],
    [
      'once for link and text',
      'US',
      '<a href="tel:8336030888">(833) 603-0888</a> <p>call 833-603-0888</p>',
      '+18336030888',
    ],
    ['with a hyphen after the area code', 'US', '<p>(786)-590-0216</p>', '+17865900216'],
    [
      'in groups set apart by spaces, alone in its line',
      'US',
      '<p>858 939 9244</p>',
      '+18589399244',
    ],
    ['with a space after the plus', 'BR', '<p>+ 55 62 39880815</p>', '+556239880815'],
    ['in letters', 'US', '<p>Questions? 1-844-iHR-5509</p>', '+18444475509'],
  ])('%s', (_name, country, body, number) => expect(phonesOf(body, country)).toEqual([number]))
})

describe('a shop whose country is unknown', () => {
  const phonesIn = (body: string) =>
    extractHome({ generation: 2024, body }).phones.map(({ value }) => value.e164 ?? value.text)

  test.each([
    ['<a href="tel:17865900216">call</a><p>(786) 590-0216</p>', ['+17865900216']],
    ['<a href="tel:5562398808159">liga</a><p>+55 62 39880-8159</p>', ['5562398808159']],
    ['<a href="tel:8589399244">858 939 9244</a><p>858-939-9244</p>', ['+18589399244']],
    ['<a href="tel:8589399244">call</a>', ['8589399244']],
  ])('has one number in %j', (body, numbers) => expect(phonesIn(body)).toEqual(numbers))

  test.each(['5555555555', '555-555-5555', '(555) 123-4567', '1-212-555-5555', '0000000000'])(
    'has no number in the unset link %s',
    (number) => expect(phonesIn(`<a href="tel:${number}">${number}</a>`)).toEqual([]),
  )

  test.each(['858 939 9244 pieces', 'sizes 203 205 2100', '800 grammes', '1 800 grammes'])(
    'has no number in %j',
    (text) => expect(phonesIn(`<p>${text}</p>`)).toEqual([]),
  )
})

describe('ignores text that is not a telephone number', () => {
  const junk: Record<string, string> = {
    prices: '<p>CHF 1 299.00, $1,299.00 – 2.499,00 €</p>',
    'ranges and sizes': '<p>203 - 205, 40-41-42-43, 120 x 200 x 40</p>',
    dates: '<p>2025-11-20 10:00, 20.11.2025 – 24.12.2025, 2019-2024</p>',
    'product numbers': '<p>SKU 8842371 4482, Art.-Nr. 4006381333931, variant 50955099275604</p>',
    'company numbers':
      '<p>USt-IdNr. DE123456789, HRB 123456, KVK 12345678, SIRET 732 829 320 00074, VAT no. 123 4567 89</p>',
    'bank accounts': '<p>IBAN CH93 0076 2011 6238 5295 7</p>',
    'invented numbers': '<p>Phone: 1234567890, call +1 234 567 8900, tel 000 000 0000</p>',
    'scripts and comments':
      '<script>var phone = "+41 31 331 12 12"</script><!-- +41 31 331 12 12 -->',
  }
  for (const [name, body] of Object.entries(junk))
    test(`${name}`, () => expect(phonesOf(body)).toEqual([]))
})
