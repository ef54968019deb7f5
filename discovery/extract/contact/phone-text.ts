import { INLINE_BREAK } from '#discovery/extract/html-scan.ts'

const MAX_CANDIDATES = 60

const CANDIDATE = /(?:\+|\b00(?=[1-9])|\(\+?)?\d(?:[\s().\-–‑/\u00a0\u2009\u202f]{0,3}\d){6,16}/g

// What a number of a company, an order or a date is called; the nearest word before the digits decides.
const OTHER_LABEL =
  /(?<!\p{L})(?:vat|ust|umsatzsteuer|steuer|tax|tva|iva|cif|nif|nie|siret|siren|rcs|kvk|btw|abn|acn|ein|crn|company\s*(?:no|number|reg)\w*|registration|registered|handelsregister|hrb|hra|order|bestell|commande|pedido|siparis|sipariş|sku|isbn|ean|gtin|upc|asin|mersis|vergi|cnpj|cpf|cep|zip|plz|postal|iban|bic|swift|account|konto|fax|telefax|tracking|model|item|art|ref|nr|no|id|ico|dic|p\.?\s?iva|license|licence|lizenz|patent|serial|batch|code|cod|since|copyright|weeks?|days?|hours?|opening)\s*(?:number|nummer|nr|no|n°|id)?\.?\s*[#:.°]?\s*(?:[a-z]{2})?$/iu
const PHONE_LABEL =
  /(?<!\p{L})(?:phone|telephone|telefon|telefono|teléfono|téléphone|telephon|telefone|tel|tél|mobile|mobil|móvil|movil|cell|celular|cep\s?telefon|gsm|handy|call|calls|calling|text|sms|dial|ring|reach us|toll[- ]free|hotline|helpline|customer (?:service|care|support)|whats?\s?app|viber|signal|anruf|anrufen|ruf|rufen|appel|appelez|appeler|llama|llámanos|llamar|ligue|ligar|fone|ara|arayın|arayin|numara|numarası|destek hattı|telefoon|bel ons|chiama|chiamaci|cellulare)(?!\p{L})|電話|☎|📞|✆/iu
const LABEL_WINDOW_CHARS = 70
const LABEL_AFTER_CHARS = 14

const DATE = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:\D|$)/
const YEARS = /^(?:19|20)\d\d\s?[-–/]\s?(?:19|20)\d\d$/
// North American writing is unmistakable: (833) 603-0888, 888-482-1867, 1-800-…
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

/**
 * Texts that may be telephone numbers: in international writing, in North American writing, or called a telephone number
 * near by. Prices, dates, ranges, ids and company numbers are left out. Not yet checked against a numbering plan.
 */
export function phonesInText(block: string): PhoneCandidate[] {
  const text = block
    .replaceAll(new RegExp(`${INLINE_BREAK}+`, 'gu'), ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\b1\+(?=\(?\d{3}\D)/g, '1-')
  const found: PhoneCandidate[] = []
  for (const match of text.matchAll(CANDIDATE)) {
    if (found.length >= MAX_CANDIDATES) break
    const written = match[0]
    const start = match.index
    if (isTouchingOtherText(text, start, start + written.length) || !isPhoneLike(text, start, written))
      continue
    found.push({ text: written.trim(), isNorthAmerican: NANP_WRITING.test(written) })
  }
  return found
}
