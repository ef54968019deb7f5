import { PAYMENT_NAMES } from '#contracts/payment-names.ts'

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
export const paymentBrandOf = (mark: string): { id: string; name: string } | null =>
  BY_ALIAS.get(plain(mark)) ?? BY_ALIAS.get(plain(mark.replace(/(?:icon|logo|payment|card)s?$/i, ''))) ?? null
