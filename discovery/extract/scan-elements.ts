/**
 * Part of the page that contains an element; contact facts in the footer are more trustworthy than
 * elsewhere.
 */
export type Region = 'header' | 'footer' | 'page'

type Attributes = Record<string, string>

export type ScannedScript = {
  id: string
  type: string
  src: string
  attributes: Attributes
  text: string
}

/**
 * Result of one streaming pass over a page. All lists are capped, so a page of any size gives a
 * value of bounded size.
 */
export class HtmlScan {
  lang: string | null = null
  title: string | null = null
  bodyClass = ''
  baseHref: string | null = null
  canonical: string | null = null
  /** `name`, `property` or `itemprop` in lower case, in document order. */
  metas: { name: string; content: string }[] = []
  scripts: ScannedScript[] = []
  /** Addresses of frames, pictures and links that may carry a tracker id. */
  resources: string[] = []
  /** `mailto:`, `tel:`, messenger and protected e-mail links. */
  contactLinks: { href: string; text: string; region: Region }[] = []
  logos: { src: string; rule: string }[] = []
  formActions: string[] = []
  /** Links of any kind, as written; `label` = aria-label or title. */
  links: { href: string; label: string; region: Region }[] = []
  /** `<link rel="alternate" hreflang>`. */
  alternates: string[] = []
  /** Values of the shop's own language menus. */
  localeOptions: string[] = []
  /** Names of payment brand pictures: ids (`pi-visa`), titles, labels, file names. */
  paymentMarks: string[] = []
  /** A form that sends a message to the shop through the platform. */
  hasContactForm = false
  hiddenInputs: { name: string; value: string }[] = []
  /** Hex of e-mail addresses that a proxy has encoded (`data-cfemail`). */
  protectedEmails: { hex: string; region: Region }[] = []
  /** Platform comments that announce an app: `shopify://apps/<handle>/blocks/<block>/`. */
  appBlocks: { handle: string; block: string }[] = []
  /** Visible text by block element. `INLINE_BREAK` marks the boundaries of inline elements. */
  textBlocks: { text: string; region: Region }[] = []
  /** `<time datetime>` inside an article or blog card. */
  articleTimes: string[] = []
  /** A cap ended the pass early. */
  isTruncated = false
}

/**
 * Marks where an inline element began or ended; neither a space nor nothing, see `facts/emails.ts`.
 */
export const INLINE_BREAK = '\u2063'

/** The beginning of a block's text, on one line. */
export const oneLine = (text: string, maxChars = 400): string =>
  text.slice(0, maxChars).replaceAll(INLINE_BREAK, ' ').replaceAll(/\s+/g, ' ')

export type OpenTag = { name: string; attributes: Attributes }

const MAX_ITEMS = 5000

function push<Item>(list: Item[], item: Item): void {
  if (list.length < MAX_ITEMS) list.push(item)
}

// Class names of the shop's logo picture in common themes; the platform's own theme family first.
const LOGO_CLASS =
  /(?:^|[\s"'_-])(?:header__heading-logo|header__logo-image|header-logo__image|header__logo|site-header__logo|site-header-logo|header-logo|logo-image|logo__image|logo-img|site-logo|logo)(?:$|[\s"'_-])/i
const TRACKER_ADDRESS =
  /facebook\.com\/tr|googletagmanager|google-analytics|googleadservices|doubleclick|pinterest\.com\/v3|analytics\.tiktok|clarity|hotjar|bat\.bing|ct\.pinterest|px\.ads|tr\.snapchat|mc\.yandex/i

function readMeta(scan: HtmlScan, attributes: Attributes): void {
  const name =
    attributes['property'] ?? attributes['name'] ?? attributes['itemprop'] ?? attributes['id']
  const content = attributes['content']
  if (name && content !== undefined)
    push(scan.metas, { name: name.toLowerCase(), content: content.slice(0, 5000) })
}

function readLink(scan: HtmlScan, attributes: Attributes): void {
  const rel = attributes['rel']?.toLowerCase() ?? ''
  const href = attributes['href']
  if (href && rel === 'canonical' && scan.canonical === null) scan.canonical = href
  if (rel === 'alternate' && attributes['hreflang'])
    push(scan.alternates, attributes['hreflang'].slice(0, 40))
}

function readAnchor(scan: HtmlScan, attributes: Attributes, region: Region): void {
  const href = attributes['href']?.trim() ?? ''
  if (href === '' || href.startsWith('#')) return
  const label = attributes['aria-label'] ?? attributes['title'] ?? ''
  push(scan.links, { href: href.slice(0, 1000), label: label.slice(0, 100), region })
}

/**
 * Entries of the shop's language menu: links and options that declare their language, or buttons
 * that submit it.
 */
function readLocaleOption(scan: HtmlScan, { name, attributes }: OpenTag): void {
  const value = attributes['data-value'] ?? attributes['value'] ?? ''
  const said = attributes['hreflang'] ?? attributes['lang']
  const isSent = name === 'button' && /^(?:locale|language)_code$/.test(attributes['name'] ?? '')
  if (value !== '' && (isSent || said?.toLowerCase() === value.toLowerCase()))
    push(scan.localeOptions, value.slice(0, 40))
}

const PAYMENT_FILE =
  /\/payment[_-]?icons?\/([a-z][a-z0-9_-]{1,40}?)(?:-[0-9a-f]{8,})?\.(?:svg|png)/i
const PAYMENT_CLASS =
  /(?:^|[\s_-])(?:payment-?icons?|icon--payment|payment-?method|payment-?type|payment__icon)(?:$|[\s_-])/i

/** The name of a payment brand picture; the platform names its own pictures `pi-visa` and so on. */
function readPaymentMark(scan: HtmlScan, { name, attributes }: OpenTag): void {
  const keep = (mark: string | undefined): void => {
    if (mark && scan.paymentMarks.length < 300) scan.paymentMarks.push(mark.slice(0, 60))
  }
  const id = attributes['aria-labelledby'] ?? (name === 'title' ? attributes['id'] : undefined)
  if (id !== undefined && /^pi-[a-z0-9_-]{1,40}$/i.test(id)) keep(id.slice(3))
  const src = attributes['src'] ?? attributes['data-src']
  if (src !== undefined) keep(PAYMENT_FILE.exec(src)?.[1])
  if (name === 'use') {
    const href = attributes['href'] ?? attributes['xlink:href'] ?? ''
    keep(/^#(?:icon-)?payment[_-]([a-z0-9_-]{1,40})$/i.exec(href)?.[1])
  }
  const names = attributes['class']
  if (names !== undefined && PAYMENT_CLASS.test(names))
    for (const attribute of ['aria-label', 'alt', 'title']) keep(attributes[attribute])
}

const PAYMENT_ELEMENTS = new Set(['svg', 'img', 'title', 'use', 'li', 'span', 'i'])
const LOCALE_ELEMENTS = new Set(['a', 'option', 'button', 'li'])

function readImage(scan: HtmlScan, attributes: Attributes, region: Region): void {
  const src = attributes['src'] || attributes['data-src'] || ''
  if (src === '') return
  if (TRACKER_ADDRESS.test(src)) push(scan.resources, src)
  const names = `${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`
  if (scan.logos.length >= 50 || src.startsWith('data:')) return
  if (LOGO_CLASS.test(names))
    scan.logos.push({ src, rule: `img.${names.trim().split(/\s+/)[0] ?? 'logo'}` })
  else if (region === 'header' && /logo/i.test(`${names} ${src}`))
    scan.logos.push({ src, rule: 'header img[logo]' })
}

function readInput(scan: HtmlScan, attributes: Attributes): void {
  const { name, value, type } = attributes
  if (type === 'hidden' && name && value !== undefined && scan.hiddenInputs.length < 500) {
    scan.hiddenInputs.push({ name, value: value.slice(0, 200) })
  }
}

function readProtectedEmail(scan: HtmlScan, attributes: Attributes, region: Region): void {
  const hex =
    attributes['data-cfemail'] ??
    /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i.exec(attributes['href'] ?? '')?.[1]
  if (hex && scan.protectedEmails.length < 200) scan.protectedEmails.push({ hex, region })
}

/**
 * Keeps the parts of one opening tag that facts need. The text collector keeps scripts, text and
 * contact links.
 */
export function openScanElement(
  scan: HtmlScan,
  { name, attributes }: OpenTag,
  region: Region,
): void {
  switch (name) {
    case 'html':
      scan.lang ??= attributes['lang'] ?? attributes['xml:lang'] ?? null
      break
    case 'body':
      scan.bodyClass ||= attributes['class'] ?? ''
      break
    case 'base':
      scan.baseHref ??= attributes['href'] ?? null
      break
    case 'meta':
      readMeta(scan, attributes)
      break
    case 'link':
      readLink(scan, attributes)
      break
    case 'img':
      readImage(scan, attributes, region)
      break
    case 'iframe':
      if (attributes['src']) push(scan.resources, attributes['src'])
      break
    case 'form':
      if (attributes['action'] !== undefined) push(scan.formActions, attributes['action'])
      break
    case 'input':
      readInput(scan, attributes)
      break
    case 'a':
      readAnchor(scan, attributes, region)
      break
    case 'textarea':
      // Sign-up forms of the same type contain only an address field.
      if (attributes['name']?.startsWith('contact[')) scan.hasContactForm = true
      break
    default:
  }
  if (PAYMENT_ELEMENTS.has(name)) readPaymentMark(scan, { name, attributes })
  if (LOCALE_ELEMENTS.has(name)) readLocaleOption(scan, { name, attributes })
  if (name === 'a' || attributes['data-cfemail'] !== undefined)
    readProtectedEmail(scan, attributes, region)
}
