/** Which company numbers can exist, and VAT numbers by country. Over compact numbers in capitals. */
import { euVat, stdnum } from 'stdnum'
import { entryOf } from '#discovery/document/json.ts'

/** `count` digits, in groups or not. */
export const digits = (count: number): string => String.raw`\d(?:[ .\/-]?\d){${count - 1}}`

/** By the rule of a country for one kind of number; both as `stdnum` names them. */
export function check(country: string, kind: string): (compact: string) => boolean {
  const validator = stdnum[country]?.[kind]
  return (compact) => validator?.validate(compact).isValid === true
}

/** Bulgarian legal entities; the first digit says nothing. */
export function isBulgarian(compact: string): boolean {
  const [nine, last] = [[...compact].slice(0, 8).map(Number), Number(compact[8])]
  const rest = (from: number) => nine.reduce((sum, digit, at) => sum + digit * (at + from), 0) % 11
  const first = rest(1)
  return (first === 10 ? rest(3) % 10 : first) === last
}

/** Turkish central register: a zero, the company's tax number, a suffix. */
export const isMersis = (compact: string): boolean =>
  compact.startsWith('0') && check('TR', 'vkn')(compact.slice(1, 11))

export const isFrench = (compact: string): boolean =>
  check('FR', compact.length === 14 ? 'siret' : 'siren')(compact)

/** Numbers of private persons are left out: foreigners and citizens have the letters and digits. */
export const isSpanish = (compact: string): boolean =>
  check('ES', 'cif')(compact.replace(/^ES/, ''))
export const isPortuguese = (compact: string): boolean =>
  /^(?:PT)?[5-9]/.test(compact) && check('PT', 'nif')(compact.replace(/^PT/, ''))
export const isSwedish = (compact: string): boolean =>
  Number(compact[2]) >= 2 && check('SE', 'orgnr')(compact)

type Prefixed = { form: string; accepts?: (body: string) => boolean }

/** VAT numbers with the letters of their country need no label. */
export const VAT_FORMS: Record<string, Prefixed> = {
  AT: { form: String.raw`u[ .-]?${digits(8)}` },
  BE: { form: String.raw`[01]?[ .]?${digits(9)}` },
  BG: { form: digits(9), accepts: isBulgarian },
  CY: { form: String.raw`${digits(8)}[a-z]` },
  CZ: { form: String.raw`${digits(8)}(?:\d\d)?` },
  DE: { form: digits(9) },
  DK: { form: digits(8) },
  EE: { form: digits(9) },
  EL: { form: digits(9) },
  ES: { form: String.raw`[a-z][ .-]?${digits(7)}[ .-]?[\da-j]`, accepts: isSpanish },
  FI: { form: digits(8) },
  FR: { form: String.raw`[\da-z]{2}[ .]?${digits(9)}` },
  GB: { form: String.raw`${digits(9)}(?:[ ]?\d{3})?`, accepts: check('GB', 'vat') },
  GR: { form: digits(9) },
  HR: { form: digits(11) },
  HU: { form: digits(8) },
  IE: { form: String.raw`\d[\da-z+*]${digits(5)}[a-z]{1,2}` },
  IT: { form: digits(11) },
  LT: { form: String.raw`${digits(9)}(?:\d{3})?` },
  LU: { form: digits(8) },
  LV: { form: digits(11) },
  MT: { form: digits(8) },
  NL: { form: String.raw`${digits(9)}[ .]?b[ .]?\d\d` },
  NO: { form: digits(9), accepts: check('NO', 'orgnr') },
  PL: { form: digits(10) },
  PT: { form: digits(9), accepts: isPortuguese },
  RO: { form: String.raw`\d{6,10}` },
  SE: { form: digits(12), accepts: (body) => body.endsWith('01') && isSwedish(body.slice(0, 10)) },
  SI: { form: digits(8) },
  SK: { form: digits(10) },
  XI: { form: digits(9), accepts: check('GB', 'vat') },
}

export function isVat(compact: string): boolean {
  const prefix = compact.slice(0, 2)
  const body = compact.slice(2)
  const accepts = entryOf(VAT_FORMS, prefix)?.accepts
  const validators = entryOf(euVat, prefix === 'EL' ? 'GR' : prefix) ?? []
  return accepts ? accepts(body) : validators.some((validator) => validator.validate(body).isValid)
}
