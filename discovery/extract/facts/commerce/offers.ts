import { keysOf } from '#contracts/keys.ts'
import { type PAY_LATER, PAYMENT_NAMES } from '#contracts/catalog/payment-names.ts'
import { foldText, matchesOf } from '#discovery/document/fold-text.ts'
import { countryCode, currencyCode } from '#discovery/extract/meta-json.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { oneLine } from '#discovery/extract/scan-elements.ts'
import { type Fact, factOf, type Market } from '#discovery/extract/store-snapshot.ts'
import { SHIPPING } from './shipping-words.ts'

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
  for (const match of html.matchAll(/value=["']([A-Z]{2})["']/g)) {
    if (found.size >= MAX_MARKETS) break
    if (/\w/.test(html.charAt(match.index - 1))) continue
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

const HAS_DIGIT = /\p{Nd}/u
/** Ends of sentences and marks between offers; a decimal point or an abbreviation ends nothing. */
const SENTENCE_END =
  /(?:(?<!(?<!\p{L})(?:rs|kr|fr|sfr|rp|dhs|min|mind|max|inkl|incl|ca|tax|approx|[a-z]))\.|[!?]){1,8}(?=\s|$)|[。|•·;★☆✓✔◆●▪✦]/gu

function sentencesOf(text: string): { start: number; sentence: string }[] {
  let start = 0
  const ends = matchesOf(SENTENCE_END, text).map(({ index, 0: mark }) => index + mark.length)
  return [...ends, text.length].map((end) => {
    const sentence = { start, sentence: text.slice(start, end) }
    start = end
    return sentence
  })
}

/** The order value for which a text promises free delivery, as printed there. */
export function freeShippingIn(block: string): string | null {
  if (!HAS_DIGIT.test(block)) return null
  const text = oneLine(block, 1000)
  const folded = foldText(text)
  if (!SHIPPING.mayPromise(folded)) return null
  for (const { start, sentence } of sentencesOf(folded)) {
    const place = thresholdIn(sentence)
    if (place) return text.slice(start + place.start, start + place.end).trim()
  }
  return null
}

type Place = { start: number; end: number }

const placesOf = (pattern: RegExp, text: string): Place[] =>
  matchesOf(pattern, text).map(({ index, 0: all, 1: amount = all }) => {
    const start = index + all.lastIndexOf(amount)
    return { start, end: start + amount.length }
  })

const promisesIn = (text: string): Place[] =>
  matchesOf(SHIPPING.promise, text).flatMap(({ index, 0: all, groups }) =>
    SHIPPING.denial.test(groups?.['gap'] ?? '') ? [] : { start: index, end: index + all.length },
  )

const MAX_GAP_CHARS = 70

/** Amount and promise are in one sentence, which is neither a denial nor a question. */
function thresholdIn(sentence: string): Place | null {
  if (!HAS_DIGIT.test(sentence) || sentence.trimEnd().endsWith('?')) return null
  const promises = promisesIn(sentence)
  if (promises.length === 0) return null
  const amounts = [...placesOf(SHIPPING.from, sentence), ...placesOf(SHIPPING.up, sentence)]
  if (amounts.length === 0) return null
  const rest = sentence.replaceAll(SHIPPING.promise, ' ').replaceAll(SHIPPING.harmless, ' ')
  if (SHIPPING.denial.test(rest.replaceAll(/\([^()]*\)/g, ' '))) return null
  const pairs = amounts.flatMap((amount) =>
    promises.map((promise) => {
      const [start, end] =
        amount.start < promise.start ? [amount.end, promise.start] : [promise.end, amount.start]
      return { amount, gap: Math.max(0, end - start), between: sentence.slice(start, end) }
    }),
  )
  const isOfOther = ({ amount, between }: (typeof pairs)[number]): boolean =>
    SHIPPING.otherOffer.test(between) ||
    (SHIPPING.priceAt.test(between) && !SHIPPING.startAt.test(between)) ||
    (SHIPPING.and.test(between) && SHIPPING.otherOffer.test(sentence.slice(amount.end)))
  return (
    pairs
      .filter(({ gap }) => gap <= MAX_GAP_CHARS)
      .filter((pair) => !isOfOther(pair))
      .filter(({ amount: { start, end } }) => /[1-9]/.test(sentence.slice(start, end)))
      .toSorted((one, other) => one.gap - other.gap)[0]?.amount ?? null
  )
}

type PayLater = { id: string; name: string }
type Service = Exclude<(typeof PAY_LATER)[number], 'shop_pay_installments'>

/** Where each service has its scripts. */
const HOSTS: Record<Service, RegExp> = {
  klarna: /(?:^|\.)klarna(?:services)?\.com$/,
  afterpay: /(?:^|\.)afterpay\.com$/,
  clearpay: /(?:^|\.)clearpay\.co(?:m|\.uk)$/,
  affirm: /(?:^|\.)affirm\.c(?:om|a)$/,
  sezzle: /(?:^|\.)sezzle\.com$/,
  zip: /(?:^|\.)(?:zip\.co|quadpay\.com)$/,
  laybuy: /(?:^|\.)laybuy\.com$/,
  scalapay: /(?:^|\.)scalapay\.com$/,
  alma: /(?:^|\.)(?:almapay|getalma)\.(?:com|eu)$/,
  oney: /(?:^|\.)oney\.[a-z]{2,3}$/,
  tamara: /(?:^|\.)tamara\.co$/,
  tabby: /(?:^|\.)tabby\.ai$/,
  atome: /(?:^|\.)atome\.(?:sg|my|id|com)$/,
}
const ANY_SERVICE = new RegExp(
  Object.values(HOSTS)
    .map((host) => host.source.replace('(?:^|\\.)', '').replace('$', ''))
    .join('|'),
  'i',
)
const named = (id: (typeof PAY_LATER)[number]): PayLater => ({ id, name: PAYMENT_NAMES[id] ?? id })
const INSTALMENTS = named('shop_pay_installments')

/**
 * Services that let buyers pay later or by instalments: by their picture, their script, or the
 * platform's own notice.
 */
export function extractPayLater(pages: ParsedPage[], brands: Fact<PayLater>[]): Fact<PayLater>[] {
  const found = new Map<string, Fact<PayLater>>()
  for (const brand of brands)
    if (Object.hasOwn(HOSTS, brand.value.id)) found.set(brand.value.id, brand)
  for (const { page, scan, html } of pages) {
    const hosts = scan.scripts.flatMap(({ src }) =>
      ANY_SERVICE.test(src) ? (URL.parse(src, 'https://invalid.invalid/')?.hostname ?? []) : [],
    )
    for (const id of keysOf(HOSTS)) {
      const script = hosts.find((each) => HOSTS[id].test(each))
      if (script && !found.has(id))
        found.set(id, factOf(named(id), 'detected', page, `script ${script}`))
    }
    if (html.includes('<shopify-payment-terms') && !found.has(INSTALMENTS.id))
      found.set(INSTALMENTS.id, factOf(INSTALMENTS, 'detected', page, 'shopify-payment-terms'))
  }
  return [...found.values()]
}
