import { INLINE_BREAK } from '#discovery/extract/html-scan.ts'

const MAX_CANDIDATES = 60

// A country code, an area code in brackets, and the rest in groups.
const CANDIDATE =
  /(?:(?:\+|\b00(?=[1-9]))\d{1,3}[\s.-]{0,2}|\b[01][\s.-]{1,2}(?=\())?(?:\(\+?\d{1,5}\)[\s.-]{0,2})?\d(?:[\s.\-–‑/]{0,3}\d){4,15}/g
// `Tel. 030 901820 10178 Berlin`: the last group is the postcode of the city after it.
const POSTCODE_TAIL = /\s\d{4,5}$/

// Labels of company numbers, order numbers and dates; the nearest word before the digits decides.
const OTHER_LABEL =
  /(?<!\p{L})(?:vat|ust|umsatzsteuer|steuer|tax|tva|iva|cif|nif|nie|siret|siren|rcs|kvk|btw|abn|acn|ein|crn|company\s*(?:no|number|reg)\w*|registration|registered|handelsregister|hrb|hra|order|bestell|commande|pedido|siparis|sipariş|sku|isbn|ean|gtin|upc|asin|mersis|vergi|cnpj|cpf|cep|zip|plz|postal|iban|bic|swift|account|konto|fax|telefax|tracking|model|item|art|ref|nr|no|id|ico|dic|p\.?\s?iva|license|licence|lizenz|patent|serial|batch|code|cod|since|copyright|weeks?|days?|hours?|opening)\s*(?:number|nummer|nr|no|n°|id)?\.?\s*[#:.°]?\s*(?:[a-z]{2})?$/iu
const PHONE_LABEL =
  /(?<!\p{L})(?:phone|telephone|(?:telefon|telefoon|ruf|mobil|mobiel|handy|service)(?:nummer|nr)?|telefono|teléfono|téléphone|telephon|telefone|tel|tél|mobile|móvil|movil|cell|celular|cep\s?telefon|gsm|call|calls|calling|text|sms|dial|ring|reach us|toll[- ]free|hotline|helpline|customer (?:service|care|support)|whats?\s?app|viber|signal|anruf|anrufen|rufen|appel|appelez|appeler|llama|llámanos|llamar|ligue|ligar|fone|ara|arayın|arayin|numara|numarası|destek hattı|bel ons|chiama|chiamaci|cellulare)(?!\p{L})|電話|☎|📞|✆/iu
const LABEL_WINDOW_CHARS = 70
const LABEL_AFTER_CHARS = 14

const DATE = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:\D|$)/
const YEARS = /^(?:19|20)\d\d\s?[-–/]\s?(?:19|20)\d\d$/
// The North American format is unmistakable: (833) 603-0888, 888-482-1867, 1-800-…
const NANP_WRITING = /^(?:1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[-.])\d{3}[-.\s]\d{4}$/

export type PhoneCandidate = { text: string; isNorthAmerican: boolean }

function isTouchingOtherText(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? ' '
  const after = text[end] ?? ' '
  return (
    /[\p{L}\d#$€£¥₺@_=&/.,-]/u.test(before) ||
    /[\p{L}\d%€$£¥₺@_=/]/u.test(after) ||
    /^[.,-]\d/.test(text.slice(end, end + 2))
  )
}

function labelAround(text: string, start: number, end: number): 'phone' | 'other' | 'none' {
  const before = text.slice(Math.max(0, start - LABEL_WINDOW_CHARS), start)
  if (OTHER_LABEL.test(before.trimEnd()) && !PHONE_LABEL.test(before.slice(-12))) return 'other'
  if (PHONE_LABEL.test(before)) return 'phone'
  return PHONE_LABEL.test(text.slice(end, end + LABEL_AFTER_CHARS)) ? 'phone' : 'none'
}

function isPhoneLike(text: string, start: number, match: string): boolean {
  const digits = match.replaceAll(/\D/g, '')
  if (DATE.test(match) || YEARS.test(match) || /^(\d)\1+$/.test(digits) || digits === '1234567890')
    return false
  const label = labelAround(text, start, start + match.length)
  if (label === 'other') return false
  return label === 'phone' || match.startsWith('+') || match.startsWith('(+') || NANP_WRITING.test(match)
}

function withoutPostcode(written: string, after: string): string {
  if (!/^\s\p{Lu}\p{L}+/u.test(after)) return written
  const shorter = written.replace(POSTCODE_TAIL, '')
  return shorter.replaceAll(/\D/g, '').length >= 7 ? shorter : written
}

/**
 * Texts that may be telephone numbers: in international format, in North American format, or with a telephone label near by. Leaves out
 * prices, dates, ranges, ids and company numbers. Not yet checked against a numbering plan.
 */
export function phonesInText(block: string): PhoneCandidate[] {
  const text = block
    .replaceAll(new RegExp(`${INLINE_BREAK}+`, 'gu'), ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\b1\+(?=\(?\d{3}\D)/g, '1-')
  const found: PhoneCandidate[] = []
  for (const match of text.matchAll(CANDIDATE)) {
    if (found.length >= MAX_CANDIDATES) break
    const start = match.index
    const written = withoutPostcode(match[0], text.slice(start + match[0].length))
    if (written.replaceAll(/\D/g, '').length < 7) continue
    if (isTouchingOtherText(text, start, start + written.length) || !isPhoneLike(text, start, written))
      continue
    found.push({ text: written.trim(), isNorthAmerican: NANP_WRITING.test(written) })
  }
  return found
}
