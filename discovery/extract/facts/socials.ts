import type { SocialNetwork } from '#contracts/stores/facts.ts'
import { listOf } from '#discovery/document/json.ts'
import { organizationsOf } from '#discovery/extract/linked-data.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { type Fact, factOf, type Social } from '#discovery/extract/store-snapshot.ts'
import { namesTheShop, type OwnNames } from './email-kind.ts'

type Candidate = { link: SocialLink; path: string }

/** The shop's accounts, at most one per network. */
export function extractSocials(pages: ParsedPage[], own: OwnNames): Fact<Social>[] {
  const found = new Map<SocialNetwork, Fact<Social>>()
  for (const page of pages) {
    for (const { link, path } of candidatesOf(page, own)) {
      if (!found.has(link.network))
        found.set(link.network, factOf(link, 'observed', page.page, path))
    }
  }
  return [...found.values()]
}

const linked = (hrefs: unknown[], path: string): Candidate[] =>
  hrefs.slice(0, 100).flatMap((href) => {
    const link = typeof href === 'string' ? socialLinkOf(href) : null
    return link ? [{ link, path }] : []
  })

function twitterSite(page: ParsedPage): string | null {
  const site = page.scan.metas.find(({ name }) => name === 'twitter:site')?.content ?? ''
  const handle = /^@{1,2}([A-Za-z0-9_]{2,15})(?:$|[^A-Za-z0-9_])/.exec(site)?.[1]
  return handle ? `https://x.com/${handle}` : null
}

/**
 * In order of trust: structured data, footer, header, theme settings, and links in the text that
 * contain the shop's name.
 */
function candidatesOf(page: ParsedPage, own: OwnNames): Candidate[] {
  const { links } = page.scan
  const inRegion = (region: string): string[] =>
    links.filter((link) => link.region === region).map(({ href }) => href)
  const sameAs = organizationsOf(page.linkedData).flatMap((node) => [
    node['sameAs'],
    ...listOf(node['sameAs']),
  ])
  const inText = linked(inRegion('page'), 'page a[href]').filter(({ link }) =>
    namesTheShop(link.handle, own),
  )
  return [
    ...linked(sameAs, 'JSON-LD Organization.sameAs'),
    ...linked(inRegion('footer'), 'footer a[href]'),
    ...linked(inRegion('header'), 'header a[href]'),
    ...linked([twitterSite(page)], 'meta[name=twitter:site]'),
    ...inText,
  ]
}

type SocialLink = { network: SocialNetwork; handle: string; url: string }

type Rule = {
  network: SocialNetwork
  host: RegExp
  /** The first group is the handle, matched against the decoded path. */
  path: RegExp
  url: (handle: string) => string
}

const NAME = '([\\p{L}\\p{N}][\\p{L}\\p{N}._-]{1,99})'
const rule = (
  network: SocialNetwork,
  host: string,
  path: string,
  url: (handle: string) => string,
): Rule => ({
  network,
  host: new RegExp(`^(?:www\\.|m\\.|mobile\\.|[a-z]{2}\\.|[a-z]{2}-[a-z]{2}\\.)?${host}$`),
  path: new RegExp(`^/${path}(?:/|$)`, 'iu'),
  url,
})

const RULES: Rule[] = [
  rule(
    'instagram',
    'instagram\\.com',
    `@?${NAME}`,
    (handle) => `https://www.instagram.com/${handle}`,
  ),
  rule(
    'facebook',
    '(?:facebook|fb)\\.com',
    '(?:pages/[^/]+/)(\\d{5,20})',
    (handle) => `https://www.facebook.com/${handle}`,
  ),
  rule(
    'facebook',
    '(?:facebook|fb)\\.com',
    '(?:people/[^/]+/)(\\d{5,20})',
    (handle) => `https://www.facebook.com/${handle}`,
  ),
  rule(
    'facebook',
    '(?:facebook|fb)\\.com',
    `(?:pg/)?${NAME}`,
    (handle) => `https://www.facebook.com/${handle}`,
  ),
  rule('tiktok', 'tiktok\\.com', `@${NAME}`, (handle) => `https://www.tiktok.com/@${handle}`),
  rule('youtube', 'youtube\\.com', `@${NAME}`, (handle) => `https://www.youtube.com/@${handle}`),
  rule(
    'youtube',
    'youtube\\.com',
    `channel/(UC[\\w-]{10,40})`,
    (handle) => `https://www.youtube.com/channel/${handle}`,
  ),
  rule(
    'youtube',
    'youtube\\.com',
    `(?:(?:c|user)/)?${NAME}`,
    (handle) => `https://www.youtube.com/${handle}`,
  ),
  rule(
    'pinterest',
    'pinterest\\.(?:com|de|fr|es|it|pt|at|ch|ca|jp|nz|se|co\\.uk|com\\.au|com\\.mx)',
    NAME,
    (handle) => `https://www.pinterest.com/${handle}`,
  ),
  rule('x', '(?:twitter|x)\\.com', '@?([A-Za-z0-9_]{1,15})', (handle) => `https://x.com/${handle}`),
  rule(
    'linkedin',
    'linkedin\\.com',
    `(?:company|showcase|in|school)/${NAME}`,
    (handle) => `https://www.linkedin.com/company/${handle}`,
  ),
  rule(
    'snapchat',
    'snapchat\\.com',
    `(?:add/|@)${NAME}`,
    (handle) => `https://www.snapchat.com/add/${handle}`,
  ),
  rule(
    'threads',
    'threads\\.(?:net|com)',
    `@${NAME}`,
    (handle) => `https://www.threads.net/@${handle}`,
  ),
  rule(
    'bluesky',
    'bsky\\.app',
    `profile/${NAME}`,
    (handle) => `https://bsky.app/profile/${handle}`,
  ),
  rule('tumblr', 'tumblr\\.com', NAME, (handle) => `https://www.tumblr.com/${handle}`),
  rule('vimeo', 'vimeo\\.com', '([a-z][a-z0-9_]{2,40})', (handle) => `https://vimeo.com/${handle}`),
  rule('twitch', 'twitch\\.tv', NAME, (handle) => `https://www.twitch.tv/${handle}`),
  rule(
    'discord',
    'discord\\.(?:gg|com)',
    '(?:invite/)?([\\w-]{4,30})',
    (handle) => `https://discord.gg/${handle}`,
  ),
  rule(
    'telegram',
    '(?:t|telegram)\\.me',
    '([A-Za-z]\\w{4,31})',
    (handle) => `https://t.me/${handle}`,
  ),
  rule(
    'reddit',
    'reddit\\.com',
    `(?:r|u|user)/${NAME}`,
    (handle) => `https://www.reddit.com/r/${handle}`,
  ),
  rule(
    'spotify',
    'open\\.spotify\\.com',
    '(?:artist|user|show)/([\\w.-]{3,60})',
    (handle) => `https://open.spotify.com/user/${handle}`,
  ),
  rule('etsy', 'etsy\\.com', `shop/${NAME}`, (handle) => `https://www.etsy.com/shop/${handle}`),
  rule('vk', 'vk\\.com', NAME, (handle) => `https://vk.com/${handle}`),
  rule(
    'line',
    '(?:line\\.me|lin\\.ee)',
    '(?:R/ti/p/@?|ti/p/@?)?([\\w-]{4,40})',
    (handle) => `https://line.me/R/ti/p/@${handle}`,
  ),
]

const words = (text: string): Set<string> =>
  new Set(text.split(/\s+/).filter((word) => word !== ''))

/** First path segments of share, embed, sign-in and single-post links, which are not profiles. */
const NO_PROFILE = words(`
  share sharer sharer.php share.php intent home login signup signin dialog plugins tr l.php events groups watch hashtag hashtags help about
  legal policies privacy terms explore p reel reels stories tv accounts developer embed embed.js widgets i search pin create settings business
  results playlist feed shorts live videos photo photo.php photos story.php permalink.php profile.php pages pg marketplace media js img images
  static assets api oauth oauth2 tos jobs download apps app ads invite channels joinchat addstickers iv msg s share-url submit web v c user
  channel company add company-beta widget index.html index.php www undefined null
  http https people premium gaming kids redirect attribution_link t clip post community
`)

/**
 * Accounts of the platform, theme makers and templates: a shop that never changed its theme's
 * settings links to them.
 */
const PLACEHOLDERS = words(`
  shopify shopifyplus shopifypartners shopifypicturefest myshopify yourshop yourstore yourbrand yourname yourusername your-username your_username
  yourprofile yourpage your_page yourcompany username user_name user example examples test demo profile page handle brand brandname storename
  shopname company instagram facebook tiktok youtube twitter pinterest linkedin snapchat x threads vimeo tumblr
  maestrooo maestroo_ archetypethemes outofthesandbox pixelunion groupthought groupthoughtinc invisiblethemes weareunderground cleanthemes
  troopthemes fluorescentdesign roarthemes halothemes presidiocreative cleancanvas krownthemes debutify boostheme eightthemes safeasmilk
  switchthemes digifist ecomgraduates ecomexperts stylehatch wearearchetype elfsight gempages pagefly_official pagefly shopiflow
`)

/**
 * Theme settings that ask for a name and got an address:
 * `instagram.com/https://www.instagram.com/name`.
 */
const NESTED_ADDRESS = /^\/@?https?:?\/{1,2}(.+)$/i

/** The account behind an address; null for shares, posts, placeholders and everything else. */
export function socialLinkOf(href: string, isNested = false): SocialLink | null {
  const full = href.startsWith('//') ? `https:${href}` : href
  if (!/^https?:\/\//i.test(full) || full.length > 500) return null
  const url = URL.parse(full)
  if (!url) return null
  const path = decoded(url.pathname)
  const nested = NESTED_ADDRESS.exec(path)?.[1]
  if (nested) return isNested ? null : socialLinkOf(`https://${nested}`, true)
  for (const { network, host, path: pattern, url: addressOf } of RULES) {
    if (!host.test(url.hostname)) continue
    const handle = pattern.exec(path)?.[1]?.replace(/(?<!\.)\.+$/, '')
    if (handle && isAccount(handle))
      return { network, handle, url: linkOf(network, url, addressOf, handle) }
  }
  return null
}

const isAccount = (handle: string): boolean => {
  const name = handle.toLowerCase()
  return (
    !NO_PROFILE.has(name) &&
    !PLACEHOLDERS.has(name) &&
    !/^your[-_]?(?:shop|store|brand|handle|account)/.test(name)
  )
}

/**
 * One canonical form per network, without tracking. If a network has several kinds of accounts, the
 * shop's own form is kept.
 */
function linkOf(
  network: SocialNetwork,
  url: URL,
  addressOf: (handle: string) => string,
  handle: string,
): string {
  if (!['linkedin', 'reddit', 'spotify', 'line', 'youtube', 'facebook'].includes(network))
    return addressOf(handle)
  return `https://${url.hostname}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
