import { at, fraction, hash, hexToken } from '../../random.ts'
import { unixSeconds } from '../../time.ts'
import { ABOUT_PATH, aboutText, hasAboutPage } from '../about.ts'
import { articlesOf } from '../articles.ts'
import { UI } from '../catalogue/texts.ts'
import { escapeHtml } from '../../escape-html.ts'
import { scriptJson } from '../markup.ts'
import { cdnPath } from '../platform-ids.ts'
import { publicFactsOf } from '../public-facts.ts'
import { logoFile, type ShopProfile } from '../shop-profile.ts'
import type { Storefront } from '../storefront.ts'
import { freeShippingText, hasOrganisation, termsOf } from '../terms.ts'
import { appBlocks, contentForHeader, type PageFacts } from './content-for-header.ts'
import { footer, junk } from './footer.ts'
import { themeStyles } from './theme-styles.ts'

export type PageContent = PageFacts & { title: string; main: string }

export function renderPage(storefront: Storefront, content: PageContent): string {
  const { profile } = storefront
  const { country, name } = profile.brand
  const rules = at([60, 110, 170, 260], profile.key)
  return `<!doctype html>
<html class="no-js" lang="${country.locale}"${country.locale === 'ar' ? ' dir="rtl"' : profile.generation === 2026 ? ' dir="ltr"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="canonical" href="https://${profile.host}${content.path}">
${languageLinks(profile, content.path)}<link rel="preconnect" href="https://cdn.shopify.com" crossorigin>
<link rel="icon" type="image/png" href="${assetBase(profile)}/files/favicon.png?crop=center&amp;height=32&amp;v=${unixSeconds(profile.logoAtMs)}&amp;width=32">
<title>${escapeHtml(content.title)} &ndash; ${escapeHtml(name)}</title>
${socialTags(profile, content)}
<link rel="stylesheet" href="${themeAsset(profile, 'base.css')}">
<script src="${themeAsset(profile, 'global.js')}" defer></script>
<style>${themeStyles(profile.theme.schemaName, rules)}</style>
${contentForHeader(storefront, content)}
${appBlocks(profile)}
${wallet(profile)}
${organisation(profile)}
</head>
<body class="template-${content.pageType}">
<a class="skip-to-content-link" href="#MainContent">${escapeHtml(UI.catalog[country.language])}</a>
${announcement(profile)}${pageHeader(profile)}
<main id="MainContent" role="main">${content.main}</main>
${footer(profile)}
${junk(profile)}${cookieBanner(profile)}
</body>
</html>`
}

/** Two of five shops show a cookie banner first. */
const cookieBanner = ({ key }: ShopProfile): string =>
  fraction(key, 'cookie-banner') < 0.4
    ? '\n<div id="shopify-pc__banner" role="alertdialog" aria-label="Cookies"><p>We use cookies.</p><button id="shopify-pc__banner__btn-accept">OK</button><a href="/policies/privacy-policy">Privacy</a></div>'
    : ''

/**
 * Base address of the shop's files and theme assets, without scheme: its own host, or the
 * platform's in older pages.
 */
export const assetBase = (profile: ShopProfile): string =>
  profile.generation === 2021
    ? `//cdn.shopify.com${cdnPath(profile.shopId)}`
    : `//${profile.host}/cdn/shop`

// Theme assets carry a long number that ends in the time of their upload.
const themeAsset = (profile: ShopProfile, file: string): string =>
  `${assetBase(profile)}/t/${profile.theme.number}/assets/${file}?v=${BigInt(`0x1${hexToken(8, profile.key, file)}`)}${unixSeconds(profile.theme.assetsAtMs)}`

/** The same page in the shop's other languages. */
function languageLinks(profile: ShopProfile, path: string): string {
  const { languages } = publicFactsOf(profile)
  if (languages.length < 2) return ''
  const base = `https://${profile.host}`
  const links = languages.map(
    (language, at) =>
      `<link rel="alternate" hreflang="${language}" href="${base}${at === 0 ? '' : `/${language}`}${path}">`,
  )
  return `<link rel="alternate" hreflang="x-default" href="${base}${path}">\n${links.join('\n')}\n`
}

/** Settings that the platform passes to the browser's wallet; did not exist in 2021. */
function wallet(profile: ShopProfile): string {
  if (profile.generation === 2021) return ''
  const { brand } = profile
  const networks = publicFactsOf(profile).payments.flatMap(({ network }) => network ?? [])
  const capabilities = {
    shopId: profile.shopId,
    countryCode: brand.country.code,
    currencyCode: profile.market.currency,
    merchantCapabilities: ['supports3DS'],
    supportedNetworks: networks,
    total: { type: 'pending', label: brand.name, amount: '1.00' },
  }
  return `<script id="apple-pay-shop-capabilities" type="application/json">${scriptJson(capabilities)}</script>`
}

function socialTags(profile: ShopProfile, content: PageContent): string {
  const { name } = profile.brand
  const about = escapeHtml(aboutText(profile))
  return `<meta property="og:site_name" content="${escapeHtml(name)}">
<meta property="og:url" content="https://${profile.host}${content.path}">
<meta property="og:title" content="${escapeHtml(content.title)}">
<meta property="og:type" content="website">
${about ? `<meta name="description" content="${about}">\n<meta property="og:description" content="${about}">` : ''}
<meta property="og:image" content="http:${logoUrl(profile)}&amp;width=1200">
<meta name="twitter:card" content="summary_large_image">`
}

const logoUrl = (profile: ShopProfile): string =>
  `${assetBase(profile)}/files/${logoFile(profile)}?v=${unixSeconds(profile.logoAtMs)}`

function organisation(profile: ShopProfile): string {
  if (!hasOrganisation(profile)) return ''
  const { brand, host, contact } = profile
  const { rating, openingHours } = termsOf(profile)
  const organization = {
    '@context': 'http://schema.org',
    '@type': 'Organization',
    name: brand.name,
    logo: `https:${logoUrl(profile)}&width=500`,
    sameAs: ['', ...contact.socials],
    url: `https://${host}`,
    ...(rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: rating.value,
        bestRating: 5,
        reviewCount: rating.count,
      },
    }),
    ...(openingHours && { openingHours }),
  }
  return `<script type="application/ld+json">${asTemplatesPrint(scriptJson(organization), profile)}</script>`
}

/** Structured data as many templates print it: no JSON, but every search engine reads it. */
function asTemplatesPrint(json: string, { key }: ShopProfile): string {
  const inside = json.slice(1, -1)
  return at(
    [
      json,
      `${json};`,
      `{${inside},}`,
      `<!-- ${json} -->`,
      `{"founder":{{ shop.founder | json }},${inside}}`,
      `{"slogan":"The "best" of all","foundingDate":02021,${inside}}`,
    ],
    hash(key, 'structured'),
  )
}

function announcement(profile: ShopProfile): string {
  const { freeShipping } = termsOf(profile)
  if (freeShipping === null) return ''
  const text = freeShippingText(freeShipping, profile.brand.country.language)
  return `<div class="announcement-bar" role="region"><p class="announcement-bar__message">${escapeHtml(text)}</p></div>\n`
}

function pageHeader(profile: ShopProfile): string {
  const { language } = profile.brand.country
  const links: [href: string, label: string][] = [
    ['/', UI.home[language]],
    ['/collections/all', UI.catalog[language]],
    ...(hasAboutPage(profile) ? [[ABOUT_PATH, profile.brand.name] as [string, string]] : []),
    ...(articlesOf(profile).length > 0
      ? [['/blogs/news', UI.journal[language]] as [string, string]]
      : []),
    ['/pages/contact', UI.contact[language]],
  ]
  return `<header class="header"><a href="/" class="header__heading-link"><img class="header__heading-logo" src="${logoUrl(profile)}&amp;width=200" alt="${escapeHtml(profile.brand.name)}" width="200" height="67"></a>
<nav class="header__inline-menu"><ul class="list-menu" role="list">${links.map(([href, label]) => `<li><a href="${href}" class="header__menu-item">${escapeHtml(label)}</a></li>`).join('')}</ul></nav>
<a href="/account/login" class="header__icon--account"><svg class="icon icon-account" viewBox="0 0 18 19"><path fill="currentColor" d="M6 4.5a3 3 0 116 0 3 3 0 01-6 0m3-4a4 4 0 100 8 4 4 0 000-8m5.58 12.15"/></svg></a>
<a href="/cart" class="header__icon--cart"><svg class="icon icon-cart-empty" viewBox="0 0 40 40"><path fill="currentColor" d="M15.75 11.8h-3.16l-.77 11.6a5 5 0 004.99 5.34h7.38"/></svg></a></header>`
}
