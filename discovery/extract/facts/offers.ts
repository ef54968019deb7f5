import { countryCode, currencyCode } from '#discovery/extract/meta-json.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { INLINE_BREAK } from '#discovery/extract/scan-elements.ts'
import { type Fact, factOf, type Market } from '#discovery/extract/store-snapshot.ts'

const MAX_MARKETS = 300
const MAX_ITEM_CHARS = 600

/**
 * Countries with their currencies, from the shop's own country menu. It lists the same for every
 * visitor.
 */
export function extractMarkets(pages: ParsedPage[]): Fact<Market[]> | null {
  for (const { page, html } of pages) {
    if (!html.includes('country_code')) continue
    const markets = marketsIn(html)
    if (markets.length > 0) return factOf(markets, 'observed', page, 'country menu')
  }
  return null
}

function marketsIn(html: string): Market[] {
  const found = new Map<string, Market>()
  for (const match of html.matchAll(/\b(?:data-value|value)=["']([A-Z]{2})["']/g)) {
    if (found.size >= MAX_MARKETS) break
    const item =
      html
        .slice(match.index, match.index + MAX_ITEM_CHARS)
        .split(/<\/(?:a|option|li|button)>/)[0] ?? ''
    const text = item.slice(item.indexOf('>') + 1).replaceAll(/<[^<>]{0,300}>/g, ' ')
    const country = countryCode(match[1])
    const currency = currencyCode(/\(\s*([A-Z]{3})\b/.exec(text)?.[1])
    if (country && currency && !found.has(country)) found.set(country, { country, currency })
  }
  return [...found.values()].toSorted((a, b) => a.country.localeCompare(b.country))
}

const FREE =
  /free (?:[a-z]+ ){0,2}(?:shipping|delivery)|ships? (?:for )?free|versandkostenfrei|(?:kostenlose[rn]?|gratis|kostenfreie[rn]?) (?:versand|lieferung)|gratisversand|livraison (?:offerte|gratuite)|(?:envío|envio|entrega)s? (?:grátis|gratis|gratuit[oa]s?)|frete grátis|spedizione gratuita|gratis verzending|ücretsiz kargo|kargo (?:bedava|ücretsiz)|送料無料/iu
const SIGN = String.raw`(?:(?:US|CA|AU|NZ|HK|R)?\$|[€£¥₺]|CHF|EUR|USD|GBP|AUD|CAD|TRY|TL|kr\.?|円)`
const DIGITS = String.raw`\d{1,3}(?:[.,' ]?\d{3}){0,2}(?:[.,]\d{2})?`
const AMOUNT = String.raw`(?:${SIGN}\s?${DIGITS}(?!\d)|${DIGITS}\s?${SIGN})`
const FROM = String.raw`(?:over|above|from|of|at least|ab|über|von|dès|à partir de|au-dessus de|desde|a partir de|superiores? a|más de|mayores a|acima de|da|oltre|sopra i|vanaf|boven)`
const BEFORE_AMOUNT = new RegExp(String.raw`(?<!\p{L})${FROM}\s(?:\p{L}+\s){0,2}?(${AMOUNT})`, 'iu')
const AFTER_AMOUNT = new RegExp(
  String.raw`(${AMOUNT})\s?(?:\+|and (?:over|above|up)|or more|ve üzeri|üzeri|et plus|y más|ou mais|以上)`,
  'iu',
)
const WINDOW_CHARS = 70

/** The order value from which shipping is free, as the shop prints it. */
export function extractFreeShipping(pages: ParsedPage[]): Fact<string> | null {
  for (const { page, scan } of pages) {
    for (const { text, region } of scan.textBlocks) {
      const amount = freeShippingIn(text)
      if (amount) return factOf(amount, 'detected', page, `${region} text`)
    }
  }
  return null
}

export function freeShippingIn(block: string): string | null {
  const text = block.slice(0, 1000).replaceAll(INLINE_BREAK, ' ').replaceAll(/\s+/g, ' ')
  const free = FREE.exec(text)
  if (!free) return null
  const near = text.slice(
    Math.max(0, free.index - WINDOW_CHARS),
    free.index + free[0].length + WINDOW_CHARS,
  )
  return (AFTER_AMOUNT.exec(near) ?? BEFORE_AMOUNT.exec(near))?.[1]?.trim() ?? null
}

type PayLater = { id: string; name: string }

const SERVICES: Record<string, { name: string; host: RegExp }> = {
  klarna: { name: 'Klarna', host: /(?:^|\.)klarna(?:services)?\.com$/ },
  afterpay: { name: 'Afterpay', host: /(?:^|\.)afterpay\.com$/ },
  clearpay: { name: 'Clearpay', host: /(?:^|\.)clearpay\.co(?:m|\.uk)$/ },
  affirm: { name: 'Affirm', host: /(?:^|\.)affirm\.c(?:om|a)$/ },
  sezzle: { name: 'Sezzle', host: /(?:^|\.)sezzle\.com$/ },
  zip: { name: 'Zip', host: /(?:^|\.)(?:zip\.co|quadpay\.com)$/ },
  laybuy: { name: 'Laybuy', host: /(?:^|\.)laybuy\.com$/ },
  scalapay: { name: 'Scalapay', host: /(?:^|\.)scalapay\.com$/ },
  alma: { name: 'Alma', host: /(?:^|\.)(?:almapay|getalma)\.(?:com|eu)$/ },
  oney: { name: 'Oney', host: /(?:^|\.)oney\.[a-z]{2,3}$/ },
  tamara: { name: 'Tamara', host: /(?:^|\.)tamara\.co$/ },
  tabby: { name: 'Tabby', host: /(?:^|\.)tabby\.ai$/ },
  atome: { name: 'Atome', host: /(?:^|\.)atome\.(?:sg|my|id|com)$/ },
}
const INSTALMENTS = { id: 'shop_pay_installments', name: 'Shop Pay Installments' }

/**
 * Services that let buyers pay later or by instalments: by their picture, their script, or the
 * platform's own notice.
 */
export function extractPayLater(pages: ParsedPage[], brands: Fact<PayLater>[]): Fact<PayLater>[] {
  const found = new Map<string, Fact<PayLater>>()
  for (const brand of brands)
    if (Object.hasOwn(SERVICES, brand.value.id)) found.set(brand.value.id, brand)
  for (const { page, scan, html } of pages) {
    const hosts = scan.scripts.flatMap(
      ({ src }) => URL.parse(src, 'https://invalid.invalid/')?.hostname ?? [],
    )
    for (const [id, { name, host }] of Object.entries(SERVICES)) {
      const script = hosts.find((each) => host.test(each))
      if (script && !found.has(id))
        found.set(id, factOf({ id, name }, 'detected', page, `script ${script}`))
    }
    if (html.includes('<shopify-payment-terms') && !found.has(INSTALMENTS.id))
      found.set(INSTALMENTS.id, factOf(INSTALMENTS, 'detected', page, 'shopify-payment-terms'))
  }
  return [...found.values()]
}
