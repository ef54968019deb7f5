import type { PolicyKind } from '#contracts/catalog/facts.ts'
import { entryOf } from '#discovery/document/json.ts'
import { absoluteUrl, withoutWww } from '#discovery/document/urls.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { type Fact, factOf } from '#discovery/extract/store-snapshot.ts'

/** The platform's own policy pages. */
const BY_HANDLE: Record<string, PolicyKind> = {
  'privacy-policy': 'privacy',
  'refund-policy': 'refund',
  'shipping-policy': 'shipping',
  'terms-of-service': 'terms',
  'terms-of-sale': 'terms',
  'contact-information': 'contact_information',
  'legal-notice': 'legal_notice',
  'subscription-policy': 'subscription',
}

/**
 * Pages that merchants write themselves. A handle must begin or end with the word, so
 * `how-to-return-to-yoga` does not count.
 */
const BY_WORD: [PolicyKind, RegExp][] = [
  [
    'legal_notice',
    /^(?:impressum|imprint|mentions-legales|aviso-legal|legal-notice|note-legali|kunye|tokushoho|colofon)/,
  ],
  [
    'privacy',
    /^(?:privacy|datenschutz|politique-de-confidentialite|confidentialite|politica-de-privacid|aviso-de-privacidad|gizlilik|kvkk|informativa-privacy|privacybeleid)|(?:privacy-policy|datenschutz)$/,
  ],
  [
    'refund',
    /^(?:refund|returns?(?:-|$)|rueckgabe|ruckgabe|widerruf|retoure?n?|retours?(?:-|$)|politique-de-remboursement|remboursement|devoluciones|politica-de-(?:devoluci|reembolso|troca)|reembolso|trocas|iade|iptal-ve-iade|resi(?:-|$)|rimbors|retourneren)|(?:refund-policy|returns?-policy|return-exchange)$/,
  ],
  [
    'shipping',
    /^(?:shipping|delivery|versand|livraison|envios?(?:-|$)|politica-de-(?:envio|entrega)|entregas?(?:-|$)|frete|kargo|teslimat|spedizion|verzend)|(?:shipping-policy|delivery-policy|shipping-delivery)$/,
  ],
  [
    'terms',
    /^(?:terms|agb|cgv|cgu|conditions-generales|terminos|termos|condiciones|kullanim|mesafeli-satis|uyelik-sozlesmesi|condizioni|termini|algemene-voorwaarden)|(?:terms-of-service|terms-of-use|terms-and-conditions|allgemeine-geschaeftsbedingungen)$/,
  ],
]

/** Policies that the shop links to on its own pages; `hosts` = the hosts of these pages. */
export function extractPolicies(
  pages: ParsedPage[],
  hosts: Set<string>,
): Fact<{ kind: PolicyKind; url: string }>[] {
  const found = new Map<PolicyKind, Fact<{ kind: PolicyKind; url: string }>>()
  for (const { page, scan } of pages) {
    for (const { href, region } of scan.links) {
      const kind = kindOf(href.replace(/[?#].*$/, ''))
      if (!kind || found.has(kind)) continue
      const url = ownUrl(href, page.url, hosts)
      if (url) found.set(kind, factOf({ kind, url }, 'observed', page, `${region} a[href]`))
    }
  }
  return [...found.values()]
}

function kindOf(path: string): PolicyKind | null {
  const [, section, handle = ''] =
    /(?:^|\/)(policies|pages)\/([^/]+?)(?:\.html)?\/?$/.exec(path.toLowerCase()) ?? []
  if (section === 'policies') return entryOf(BY_HANDLE, handle) ?? null
  if (section !== 'pages') return null
  return BY_WORD.find(([, word]) => word.test(handle))?.[0] ?? null
}

/** The platform's address of a blog, without its articles. */
const BLOG = /^(?:[^?#]*\/)?blogs\/[^/?#]+/i

/** Handles of pages about the shop itself, in the languages of its markets; folded, if they can be. */
const ABOUT =
  /^(?:[^?#]*\/)?pages\/(?:about(?:-us|-me|-(?:the|our)-[^/?#]*)?|(?:our|my|the|brand)-story|who-we-are|(?:wir-)?ue?ber-(?:uns|mich)|unsere-geschichte|a-propos(?:-de-nous)?|qui-(?:sommes-nous|suis-je)|notre-histoire|sobre(?:-(?:nos|nosotros|mi|a-(?:loja|marca)))?|(?:quienes-)?somos|nosotros|nuestra-historia|quem-somos|nossa-historia|hakkimizda|biz-kimiz|hikayemiz|chi-siamo|la-nostra-storia|over-ons|ons-verhaal|om-os[s]?|o-nas)(?:\.html)?(?=\/?(?:[?#]|$))/i

/** A blog that the shop links to. */
export const extractBlog = (pages: ParsedPage[], hosts: Set<string>): Fact<string> | null =>
  linkedPage(pages, hosts, BLOG, 'observed')

/** A page about the shop itself that it links to, by its handle. */
export const extractAboutPage = (pages: ParsedPage[], hosts: Set<string>): Fact<string> | null =>
  linkedPage(pages, hosts, ABOUT, 'detected')

/** `hosts` = those of the shop's own pages. */
function linkedPage(
  pages: ParsedPage[],
  hosts: Set<string>,
  address: RegExp,
  label: 'observed' | 'detected',
): Fact<string> | null {
  for (const { page, scan } of pages) {
    for (const { href, region } of scan.links) {
      const path = address.exec(href)?.[0]
      const url = path === undefined ? null : ownUrl(path, page.url, hosts)
      if (url) return factOf(url, label, page, `${region} a[href]`)
    }
  }
  return null
}

/** The address without query and fragment; null for one of another site. */
function ownUrl(href: string, base: string, hosts: Set<string>): string | null {
  const url = absoluteUrl(href.replace(/[?#].*$/, ''), base)
  const hostname = URL.parse(url ?? '')?.hostname ?? ''
  return hosts.has(hostname) || hosts.has(withoutWww(hostname)) ? url : null
}
