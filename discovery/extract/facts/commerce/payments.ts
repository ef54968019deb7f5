import { PAYMENT_NAMES } from '#contracts/catalog/payment-names.ts'
import type { Page } from '#discovery/document/page.ts'
import type { ParsedVisit } from '#discovery/extract/parsed-visit.ts'
import { type Fact, factOf } from '#discovery/extract/store-snapshot.ts'

type Mark = { mark: string; page: Page; path: string; label: 'observed' | 'detected' }

const marked = (marks: string[], page: Page, path: string, label: Mark['label']): Mark[] =>
  marks.map((mark) => ({ mark, page, path, label }))

/**
 * Brands by the pictures that the shop shows, then those in its settings. No duplicates: the first
 * place counts.
 */
export function extractPaymentBrands({
  pages,
  meta,
}: ParsedVisit): Fact<{ id: string; name: string }>[] {
  const marks = [
    ...pages.flatMap(({ page, scan }) =>
      marked(scan.paymentMarks, page, 'payment picture', 'detected'),
    ),
    ...pages.flatMap(({ page, globals }) =>
      marked(
        globals.walletNetworks,
        page,
        '#apple-pay-shop-capabilities.supportedNetworks',
        'observed',
      ),
    ),
    ...(meta
      ? marked(meta.cardBrands, meta.page, 'meta.json#shopify_pay_enabled_card_brands', 'observed')
      : []),
  ]
  const found = new Map<string, Fact<{ id: string; name: string }>>()
  for (const { mark, page, path, label } of marks) {
    const brand = paymentBrandOf(mark)
    if (brand && !found.has(brand.id)) found.set(brand.id, factOf(brand, label, page, path))
  }
  return [...found.values()]
}

/** Other names of the brands in shops' pages, files and settings; letters and digits only. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  mastercard: ['master', 'mc'],
  american_express: ['amex'],
  diners_club: ['diners', 'dinersclub'],
  unionpay: ['chinaunionpay'],
  cartes_bancaires: ['cb', 'cartebancaire', 'cartesbancaires'],
  ideal: ['spidealwero', 'idealwero'],
  sofort: ['sofortuberweisung'],
  sepa: ['sepadirectdebit', 'sepabanktransfer'],
  przelewy24: ['p24'],
  mb_way: ['mbway'],
  shop_pay: ['shopifypay', 'shoppay'],
  apple_pay: ['applepay'],
  google_pay: ['googlepay', 'gpay'],
  amazon_pay: ['amazon', 'amazonpay', 'amazonpayments'],
  facebook_pay: ['facebookpay', 'metapay'],
  klarna: ['klarnapaylater', 'klarnapaynow', 'klarnasliceit'],
  zip: ['zippay'],
  boleto: ['boletobancario'],
  mercado_pago: ['mercadopago'],
  wechat_pay: ['wechatpay', 'wechat'],
  bitcoin: ['btc'],
  ethereum: ['eth'],
  coinbase: ['coinbasecommerce'],
  gift_card: ['giftcard'],
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const BY_ALIAS = new Map(
  Object.entries(PAYMENT_NAMES).flatMap(([id, name]) =>
    [id, name, ...(ALIASES[id] ?? [])].map((alias) => [plain(alias), { id, name }] as const),
  ),
)

/** `master`, `Mastercard`, `pi-master` → Mastercard; null for unknown brands. */
const paymentBrandOf = (mark: string): { id: string; name: string } | null =>
  BY_ALIAS.get(plain(mark)) ??
  BY_ALIAS.get(plain(mark.replace(/(?:icon|logo|payment|card)s?$/i, ''))) ??
  null
