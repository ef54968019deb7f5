import { minorDigits } from '#contracts/money.ts'

/**
 * Units of a currency for a US dollar, rounded to one or two digits on purpose: they only tell whether two prices in different
 * currencies could belong to the same thing, within a factor of four. Rates of the end of 2025; a rate that moved by half does no harm.
 */
const PER_DOLLAR: Record<string, number> = {
  USD: 1,
  EUR: 0.9,
  GBP: 0.8,
  CHF: 0.8,
  CAD: 1.4,
  AUD: 1.5,
  NZD: 1.7,
  JPY: 150,
  CNY: 7,
  HKD: 8,
  TWD: 32,
  KRW: 1400,
  SGD: 1.3,
  INR: 85,
  IDR: 16_000,
  MYR: 4.4,
  THB: 33,
  PHP: 57,
  VND: 25_000,
  PKR: 280,
  BDT: 120,
  LKR: 300,
  AED: 3.7,
  SAR: 3.75,
  QAR: 3.6,
  KWD: 0.3,
  BHD: 0.38,
  OMR: 0.38,
  JOD: 0.7,
  ILS: 3.6,
  EGP: 50,
  MAD: 10,
  TND: 3,
  TRY: 40,
  ZAR: 18,
  NGN: 1500,
  KES: 130,
  GHS: 12,
  SEK: 10,
  NOK: 10,
  DKK: 7,
  ISK: 130,
  PLN: 3.8,
  CZK: 22,
  HUF: 350,
  RON: 4.5,
  BGN: 1.8,
  RSD: 105,
  UAH: 41,
  GEL: 2.7,
  MXN: 19,
  BRL: 5.5,
  ARS: 1200,
  CLP: 950,
  COP: 4100,
  PEN: 3.7,
  UYU: 41,
  DOP: 60,
  CRC: 510,
  GTQ: 7.7,
}

/** Roughly how many dollars a price is; null where there is no price or its currency is not known. */
export function roughUsd(priceMinor: number | null, currency: string | null): number | null {
  const rate = PER_DOLLAR[currency ?? '']
  if (rate === undefined || currency === null || priceMinor === null || priceMinor <= 0) return null
  return priceMinor / 10 ** minorDigits(currency) / rate
}
