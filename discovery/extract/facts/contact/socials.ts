import type { SocialNetwork } from '#contracts/catalog/facts.ts'
import { wordSet } from '#discovery/document/fold-text.ts'
import { percentDecoded } from '#discovery/document/urls.ts'
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
  const sameAs = page.organizations.flatMap((node) => node['sameAs'])
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
  /** A group is the account's name, for networks that give each account a host of its own. */
  host: RegExp
  /** The first group is the handle, matched against the decoded path. */
  path: RegExp
  /** The canonical address; without it, the shop's own form is kept, without tracking. */
  url?: (handle: string) => string
}

const NAME = '([\\p{L}\\p{N}_][\\p{L}\\p{N}._-]{1,99})'
const PAGE_NUMBER = '(\\d{5,20})'
const PREFIX =
  '(?:www\\.|m\\.|business\\.|studio\\.|mobile\\.|web\\.|touch\\.|mbasic\\.|[a-z]{2}\\.|[a-z]{2}-[a-z]{2}\\.)?'

/** `base` = the canonical address up to the handle. */
const rule = (network: SocialNetwork, host: string, path: string, base?: string): Rule => ({
  network,
  host: new RegExp(`^${PREFIX}${host}$`),
  path: new RegExp(`^/${path}(?:/|$)`, 'iu'),
  ...(base === undefined ? {} : { url: (handle: string) => `https://${base}${handle}` }),
})

const FACEBOOK = '(?:facebook|fb)\\.com'
const PINTEREST =
  'pinterest\\.(?:com|de|fr|es|it|pt|at|ch|ca|jp|nz|se|dk|ie|cl|ph|ru|nl|be|fi|no|pl|hu|id|co\\.uk|co\\.kr|co\\.nz|com\\.au|com\\.mx|com\\.br)'

// prettier-ignore
const RULES: Rule[] = [
  rule('instagram', 'instagram\\.com', `(?:_u/|profile/)?@?${NAME}`, 'www.instagram.com/'),
  rule('instagram', 'instagr\\.am', `@?${NAME}`, 'www.instagram.com/'),
  rule('instagram', 'ig\\.me', `m/${NAME}`, 'www.instagram.com/'),
  rule('facebook', FACEBOOK, `profile\\.php/${PAGE_NUMBER}`, 'www.facebook.com/profile.php?id='),
  rule('facebook', FACEBOOK, `(?:pages|people)/[^/]+/${PAGE_NUMBER}`),
  rule('facebook', FACEBOOK, `(?:p|pages/category/[^/]+)/(?:[^/]+-)?${PAGE_NUMBER}`),
  rule('facebook', FACEBOOK, `messages/t/${NAME}`, 'www.facebook.com/'),
  rule('facebook', FACEBOOK, `(?:pg/|watch/|pages/category/[^/]+/)?@?${NAME}`),
  rule('facebook', 'messenger\\.com', `t/${NAME}`, 'www.facebook.com/'),
  rule('facebook', 'm\\.me', NAME, 'www.facebook.com/'),
  rule('facebook', 'fb\\.me', NAME, 'www.facebook.com/'),
  rule('tiktok', 'tiktok\\.com', `@${NAME}`, 'www.tiktok.com/@'),
  rule('youtube', 'youtube\\.com', `@${NAME}`, 'www.youtube.com/@'),
  rule('youtube', 'youtube\\.com', 'channel/(UC[\\w-]{10,40})'),
  rule('youtube', 'youtube\\.com', `(?:(?:c|user)/)?${NAME}`),
  rule('pinterest', PINTEREST, NAME, 'www.pinterest.com/'),
  rule('x', '(?:twitter|x)\\.com', '(?:intent/(?:user|follow)/)?@?([A-Za-z0-9_]{1,15})', 'x.com/'),
  rule('linkedin', 'linkedin\\.com', `(?:company|showcase|in|school)/${NAME}`),
  rule('snapchat', 'snapchat\\.com', `(?:add/|@)${NAME}`, 'www.snapchat.com/add/'),
  rule('threads', 'threads\\.(?:net|com)', `@${NAME}`, 'www.threads.net/@'),
  rule('bluesky', 'bsky\\.app', `profile/${NAME}`, 'bsky.app/profile/'),
  rule('tumblr', 'tumblr\\.com', `(?:blog/(?:view/)?)?${NAME}(?!/\\d)`, 'www.tumblr.com/'),
  rule('tumblr', '([a-z0-9-]{3,60})\\.tumblr\\.com', '', 'www.tumblr.com/'),
  rule('vimeo', 'vimeo\\.com', '([a-z][a-z0-9_]{2,40})', 'vimeo.com/'),
  rule('twitch', 'twitch\\.tv', NAME, 'www.twitch.tv/'),
  rule('discord', 'discord\\.(?:gg|com)', '(?:invite/)?([\\w-]{4,30})', 'discord.gg/'),
  rule('telegram', '(?:t|telegram)\\.me', '(?:s/)?([A-Za-z]\\w{4,31})(?!/\\d)', 't.me/'),
  rule('telegram', '([a-z]\\w{4,31})\\.t\\.me', '', 't.me/'),
  rule('reddit', 'reddit\\.com', `(?:r|u|user)/${NAME}`),
  rule('spotify', 'open\\.spotify\\.com', '(?:intl-[a-z]{2}/)?(?:artist|user|show)/([\\w.-]{3,60})'),
  rule('etsy', 'etsy\\.com', `(?:[a-z]{2}(?:-[a-z]{2})?/)?shop/${NAME}`, 'www.etsy.com/shop/'),
  rule('etsy', '([a-z0-9]{4,60})\\.etsy\\.com', '', 'www.etsy.com/shop/'),
  rule('vk', 'vk\\.com', NAME, 'vk.com/'),
  rule('line', 'line\\.me', '(?:R/ti/p/@?|ti/p/[@~]?)?([\\w-]{4,40})'),
  rule('line', 'page\\.line\\.me', '@?([\\w-]{4,40})'),
  rule('line', 'lin\\.ee', '([\\w-]{4,40})'),
]

const ANY_HOST = new RegExp(RULES.map(({ host }) => host.source).join('|'))

/** Parts of a path after which a single post follows, and the posts of networks without such. */
const POST =
  /\/(?:p|reels?|tv|status(?:es)?|posts?|videos?|photos?|permalink|comments|clip|stories|live_stories)\/[^/]+|^\/r\/[^/]+\/submit(?:\/|$)|^\/(?:wall|photo|video|album|topic|clip|market)-?\d/iu
/** A page of Facebook by its number is no post. */
const PAGE = /^\/(?:p\/[^/]*\d{5,20}\/?$|(?:pages|people)\/|(?:profile\.php|messages)\/)/iu
/** Codes of short hosts that were drawn by lot: an invitation or a share, never a name. */
const SHORT_HOST = /^(?:discord\.gg|discord\.com|fb\.me)$/
const BY_LOT = /\d[a-z]|[a-z][A-Z](?![a-z]{2})|[A-Z]{2}[a-z]|[A-Z][a-z]?[A-Z]/

/** First path segments of share, embed, sign-in and single-post links, which are not profiles. */
const NO_PROFILE = wordSet(`
  share sharer sharer.php share.php intent home login signup signin dialog plugins tr l.php events
  groups watch hashtag hashtags help about legal policies privacy terms explore p reel reels
  stories tv accounts developer embed embed.js widgets i search pin create settings business
  results playlist feed shorts live videos photo photo.php photos story.php permalink.php
  profile.php pages pg marketplace media js img images static assets api oauth oauth2 tos jobs
  download apps app ads invite invites channels joinchat addstickers iv msg s share-url submit web
  v c user channel company add company-beta widget index.html index.php www undefined null http
  https people premium gaming kids redirect attribution_link t clip post community tag tags tagged
  topic topics ideas today wall ch direct messages compose notifications notes saved reg
  recover 2008 fbml trending account locations ar blog dashboard ondemand showcase
  categories album directory developers users addlist addemoji boost proxy socks setlanguage
  contact joingroup cdn i18n support careers security
`)

/**
 * Accounts of the platform, theme makers and templates: a shop that never changed its theme's
 * settings links to them.
 */
const PLACEHOLDERS = wordSet(`
  shopify shopifyplus shopifypartners shopifypicturefest myshopify yourshop yourstore yourbrand
  yourname yourusername your-username your_username yourprofile yourpage your_page yourcompany
  username user_name user example examples test demo profile page handle brand brandname storename
  shopname company instagram facebook tiktok youtube twitter pinterest linkedin snapchat x threads
  vimeo tumblr maestrooo maestroo_ archetypethemes outofthesandbox pixelunion groupthought
  groupthoughtinc invisiblethemes weareunderground cleanthemes troopthemes fluorescentdesign
  roarthemes halothemes presidiocreative cleancanvas krownthemes debutify boostheme eightthemes
  safeasmilk switchthemes digifist ecomgraduates ecomexperts stylehatch wearearchetype elfsight
  gempages pagefly_official pagefly shopiflow
`)

/**
 * Theme settings that ask for a name and got an address:
 * `instagram.com/https://www.instagram.com/name`.
 */
const NESTED_ADDRESS = /^\/@?https?:?\/{1,2}(.+)$/i

/** Pages that name the account in a parameter. */
const NAMED_BY: readonly [path: RegExp, parameter: string][] = [
  [/^\/profile\.php\/?$/i, 'id'],
  [/^\/intent\/(?:user|follow)\/?$/i, 'screen_name'],
]
const SIGN_IN =
  /^\/(?:accounts\/|uas\/|i\/flow\/)?(?:log-?in|sign-?in|authwall|checkpoint)(?:[/.]|$)/i
/** Where a sign-in page leads afterwards. */
const NEXT =
  'next redirect_after_login session_redirect sessionRedirect redirect_url continue'.split(' ')

const pathOf = (url: URL): string => {
  // Addresses of former days: `twitter.com/#!/name`.
  const path = percentDecoded(url.hash.startsWith('#!/') ? url.hash.slice(2) : url.pathname)
  const parameter = NAMED_BY.find(([page]) => page.test(path))?.[1]
  const named = parameter === undefined ? null : url.searchParams.get(parameter)
  return named === null ? path : `${path.replace(/\/$/, '')}/${named}`
}

/** The account that a visitor of a sign-in page of the same network wants to see. */
function behindSignIn(url: URL): SocialLink | null {
  const next = NEXT.map((name) => url.searchParams.get(name)).find((value) => value !== null)
  const link = next ? socialLinkOf(URL.parse(next, url)?.href ?? '', true) : null
  const isSame = RULES.some(
    ({ network, host }) => network === link?.network && host.test(url.hostname),
  )
  return isSame ? link : null
}

/** The account behind an address; null for shares, posts, placeholders and everything else. */
export function socialLinkOf(href: string, isNested = false): SocialLink | null {
  const full = href.startsWith('//') ? `https:${href}` : href
  if (!/^https?:\/\//i.test(full) || full.length > 500) return null
  const url = URL.parse(full)
  if (!url || !(ANY_HOST.test(url.hostname) || /http/i.test(full.slice(8)))) return null
  const path = pathOf(url)
  const nested = NESTED_ADDRESS.exec(path)?.[1]
  if (nested) return isNested ? null : socialLinkOf(`https://${nested}${url.search}`, true)
  if (SIGN_IN.test(path)) return isNested ? null : behindSignIn(url)
  return POST.test(path) && !PAGE.test(path) ? null : accountAt(url, path)
}

function accountAt(url: URL, path: string): SocialLink | null {
  for (const { network, host, path: pattern, url: addressOf } of RULES) {
    const name = host.exec(url.hostname)
    const match = name && pattern.exec(path)
    if (!match) continue
    const handle = (match[1] ?? name[1])?.replace(/(?<!\.)\.+$/, '')
    if (!handle || !isAccount(handle)) continue
    if (SHORT_HOST.test(url.hostname) && BY_LOT.test(handle)) continue
    const own = `https://${url.hostname}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
    return { network, handle, url: addressOf?.(handle) ?? own }
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
