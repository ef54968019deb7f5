import { describe, expect, test } from 'vitest'
import { extractHome } from '#testing/discovery/store-page.ts'
import { HANDLE_APPS, PIXEL_APPS, SCRIPT_HOSTS } from './app-tables.ts'
import { APPS } from './app-aliases.ts'

const block = (handle: string) =>
  `<!-- BEGIN app block: shopify://apps/${handle}/blocks/core/0199aaaa-bbbb-7ccc-8ddd-000000000001 --><!-- END app block -->`
const extension = (project: string) =>
  `<script src="https://cdn.shopify.com/extensions/019a0000-0000-7000-8000-000000000001/${project}-12/assets/app.js"></script>`
const scripts = (...hosts: string[]) =>
  `<script>function asyncLoad(){var urls=${JSON.stringify(hosts.map((host) => `https://${host}/a.js?shop=x`))};}</script>`
const pixel = (id: string) =>
  `<script>({webPixelsConfigList: [{"id":"1","configuration":"{}","type":"APP","apiClientId":"${id}"}]})</script>`
const appsOf = (body: string) =>
  extractHome({ body, generation: 2021 }).apps.map(({ value }) => value.name)

describe('an app that leaves several traces', () => {
  test.each([
    ['Judge.me', block('judge-me-reviews') + extension('judgeme-extensions') + scripts('cdn.judge.me')],
    ['Judge.me', extension('judgeme') + scripts('judgeme.io') + pixel('683015')],
    ['Klaviyo', block('klaviyo-email-marketing-sms') + extension('klaviyo') + pixel('123074')],
    ['PageFly', block('pagefly-page-builder') + scripts('cdn.pagefly.io')],
    ['Loox', block('loox') + extension('loox-reviews') + scripts('loox.io')],
    ['Omnisend', block('omnisend') + scripts('omnisnippet1.com', 'omnisrc.com')],
    ['Tidio', block('tidio-live-chat') + scripts('code.tidio.co')],
    ['UpPromote', extension('uppromote') + scripts('cdn.uppromote.com')],
    ['Wisepops', block('wisepops-popups') + pixel('461977')],
    ['Vitals', block('vitals') + extension('vitals-app') + scripts('appsolve.io')],
    ['GemPages', block('gempages-landing-page-builder') + scripts('assets.gempages.net')],
    ['Triple Whale', extension('triplewhale-pixel') + pixel('2753413')],
    ['Shopify Inbox', block('inbox') + extension('inbox-online-store-chat')],
    // Not in the table.
    ['Kiko Lamp Quiz', block('kiko-lamp-quiz') + extension('kikolamp') + scripts('cdn.kikolamp.example')],
    ['Lumenly Popups', block('lumenly-popups') + extension('lumenly-extension') + scripts('lumenly.io')],
    ['Lumenly Ext', extension('lumenly-ext') + scripts('js.lumenly.com')],
  ])('is listed once: %s', (name, body) => expect(appsOf(body)).toEqual([name])) // prettier-ignore

  test.each([
    [['Kiko Quiz', 'Kiko Bundles'], block('kiko-quiz') + block('kiko-bundles')],
    [['Lumen Quiz', 'Lume'], block('lumen-quiz') + extension('lume')],
    [['Big Cart', 'big.io'], block('big-cart') + scripts('cdn.big.io')],
    [
      ['Yotpo Reviews', 'Yotpo Loyalty'],
      block('yotpo-product-reviews') + scripts('cdn-loyalty.yotpo.com'),
    ],
    [['AfterShip', 'AfterShip Returns'], block('aftership-tracking') + block('aftership-returns')],
    [['Filter Menu', 'Search Menu'], block('filter-menu') + block('search-menu')],
    [['Rise.ai', 'Rivo'], block('rise-ai') + block('rivo')],
    [['Zipify Pages', 'Zipify OCU'], block('zipify-pages') + block('zipify-ocu')],
    [['Hextom', 'HulkApps'], scripts('cdn.hextom.com', 'cdn.hulkapps.com')],
    [
      ['Unnamed app', 'Kiko Quiz'].toReversed(),
      block('kiko-quiz') + extension('theme-app-extension'),
    ],
  ])('is not another one: %j', (names, body) => {
    // prettier-ignore
    const found = appsOf(body).map((name) => name.replace('cdn.', ''))
    expect(found.toSorted()).toEqual(names.toSorted())
  })
})

test.each([
  'cdn.jsdelivr.net', 'unpkg.com', 'cdnjs.cloudflare.com', 'ajax.googleapis.com', 'storage.googleapis.com',
  'lumen-quiz.s3.us-east-2.amazonaws.com', 's3.amazonaws.com', 'd111111abcdef8.cloudfront.net', 'lumen.herokuapp.com',
  'lumen.netlify.app', 'lumen.vercel.app', 'lumen.fly.dev', 'lumen.onrender.com', 'lumen.github.io', 'lumen.pages.dev',
  'lumen.workers.dev', 'pub-1.r2.dev', 'lumen.azurewebsites.net', 'lumen.blob.core.windows.net', 'lumen.azureedge.net',
  'lumen.web.app', 'lumen.firebaseapp.com', 'lumen.appspot.com', 'lumen-abc-uc.a.run.app', 'lumen.b-cdn.net',
  'lumen.nyc3.cdn.digitaloceanspaces.com', 'lumen.ngrok.io', 'res.cloudinary.com', 'raw.githubusercontent.com',
  'lumen.up.railway.app', 'www.googletagmanager.com', 'cdn.shopifycdn.com', '203.0.113.7', 'lumen.myshopify.com',
  'lumen.global.ssl.fastly.net', 'lumen.kxcdn.com', 'lumen.oss-cn-hongkong.aliyuncs.com',
])('files from %s come from no app', (host) => expect(appsOf(scripts(host))).toEqual([])) // prettier-ignore

test.each([
  ['chimpstatic.com', 'Mailchimp'],
  ['omnisnippet1.com', 'Omnisend'],
  ['productreviews.shopifycdn.com', 'Product Reviews'],
  ['swymv3free-01.azureedge.net', 'Swym Wishlist Plus'],
  ['triplewhale-pixel.web.app', 'Triple Whale'],
  ['js.hs-scripts.com', 'HubSpot'],
  ['sibautomation.com', 'Brevo'],
  ['cdn.loyaltylion.net', 'LoyaltyLion'],
  ['client.crisp.chat', 'Crisp'],
  ['a.klaviyo.com', 'Klaviyo'],
  ['gdprcdn.b-cdn.net', 'Consentmo'],
  ['widgets.trustedshops.com', 'Trusted Shops'],
  ['cdn.someapp.example', 'cdn.someapp.example'],
])('a script from %s is one of %s', (host, name) => expect(appsOf(scripts(host))).toEqual([name]))

test('no two apps share an alias', () => {
  const words = APPS.trim()
    .split('\n')
    .flatMap((line) => {
      const [handle = '', , aliases = ''] = line.split('|')
      return `${handle} ${aliases}`.trim().split(/\s+/)
    })
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
  const tables = [HANDLE_APPS, SCRIPT_HOSTS, PIXEL_APPS].map((table) => Object.keys(table).length)
  expect(tables.reduce((sum, count) => sum + count, 0)).toBe(words.length)
})
