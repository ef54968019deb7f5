import type { HtmlScan, Region } from '#discovery/extract/html-scan.ts'

export type OpenTag = { name: string; attributes: Record<string, string> }

const MAX_ITEMS = 5000

function push<Item>(list: Item[], item: Item): void {
  if (list.length < MAX_ITEMS) list.push(item)
}

// Class names of the shop's own logo picture in the common themes; the platform's theme family first.
const LOGO_CLASS =
  /(?:^|[\s"'_-])(?:header__heading-logo|header__logo-image|header-logo__image|header__logo|site-header__logo|site-header-logo|header-logo|logo-image|logo__image|logo-img|site-logo|logo)(?:$|[\s"'_-])/i
const TRACKER_ADDRESS =
  /facebook\.com\/tr|googletagmanager|google-analytics|googleadservices|doubleclick|pinterest\.com\/v3|analytics\.tiktok|clarity|hotjar|bat\.bing|ct\.pinterest|px\.ads|tr\.snapchat|mc\.yandex/i

function readMeta(scan: HtmlScan, attributes: OpenTag['attributes']): void {
  const name = attributes['property'] ?? attributes['name'] ?? attributes['itemprop'] ?? attributes['id']
  const content = attributes['content']
  if (name && content !== undefined)
    push(scan.metas, { name: name.toLowerCase(), content: content.slice(0, 5000) })
}

function readLink(scan: HtmlScan, attributes: OpenTag['attributes']): void {
  const rel = attributes['rel']?.toLowerCase() ?? ''
  const href = attributes['href']
  if (href && rel === 'canonical' && scan.canonical === null) scan.canonical = href
}

function readImage(scan: HtmlScan, attributes: OpenTag['attributes'], region: Region): void {
  const src = attributes['src'] || attributes['data-src'] || ''
  if (src === '') return
  if (TRACKER_ADDRESS.test(src)) push(scan.resources, src)
  const names = `${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`
  if (scan.logos.length >= 50 || src.startsWith('data:')) return
  if (LOGO_CLASS.test(names)) scan.logos.push({ src, rule: `img.${names.trim().split(/\s+/)[0] ?? 'logo'}` })
  else if (region === 'header' && /logo/i.test(`${names} ${src}`))
    scan.logos.push({ src, rule: 'header img[logo]' })
}

function readInput(scan: HtmlScan, attributes: OpenTag['attributes']): void {
  const { name, value, type } = attributes
  if (type === 'hidden' && name && value !== undefined && scan.hiddenInputs.length < 500) {
    scan.hiddenInputs.push({ name, value: value.slice(0, 200) })
  }
}

function readProtectedEmail(scan: HtmlScan, attributes: OpenTag['attributes'], region: Region): void {
  const hex =
    attributes['data-cfemail'] ??
    /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i.exec(attributes['href'] ?? '')?.[1]
  if (hex && scan.protectedEmails.length < 200) scan.protectedEmails.push({ hex, region })
}

/** Keeps what the facts need of one opening tag. Scripts, text and contact links are kept by the text collector. */
export function openScanElement(scan: HtmlScan, { name, attributes }: OpenTag, region: Region): void {
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
    default:
  }
  if (name === 'a' || attributes['data-cfemail'] !== undefined) readProtectedEmail(scan, attributes, region)
}
