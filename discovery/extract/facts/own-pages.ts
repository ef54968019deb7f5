import { absoluteUrl } from '#discovery/document/urls.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { type Fact, factOf } from '#discovery/extract/store-snapshot.ts'

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
export function ownUrl(href: string, base: string, hosts: Set<string>): string | null {
  const url = absoluteUrl(href.replace(/[?#].*$/, ''), base)
  const hostname = URL.parse(url ?? '')?.hostname ?? ''
  return hosts.has(hostname) || hosts.has(hostname.replace(/^www\./, '')) ? url : null
}
