import { decodeBody } from '#discovery/document/decode-body.ts'
import type { Page } from '#discovery/document/page.ts'
import { organizationsOf, readLinkedData } from './linked-data.ts'
import { readMetaJson } from './meta-json.ts'
import { scanHtml } from './scan-html.ts'
import { readPlatformHeaders, readShopGlobals } from './shop-globals.ts'
import type { VisitPages } from './store-snapshot.ts'

/** A page, decoded and scanned once, as the extraction rules expect it. */
export type ParsedPage = ReturnType<typeof parsePage>

/** All pages of one visit, each read once. */
export type ParsedVisit = ReturnType<typeof parseVisit>

export function parseVisit(pages: VisitPages, visitedHost: string) {
  const home = pages.home ? parsePage(pages.home, false) : null
  const contact = pages.contact.map((page) => parsePage(page, true))
  return {
    visitedHost: visitedHost.toLowerCase(),
    meta: readMetaJson(pages.meta),
    /** Home page first. */
    pages: home ? [home, ...contact] : contact,
    home,
    products: pages.products,
    productsHeaders: readPlatformHeaders(pages.products),
  }
}

function parsePage(page: Page, isContact: boolean) {
  const html = decodeBody(page)
  const scan = scanHtml(html)
  const linkedData = readLinkedData(scan)
  return {
    page,
    html,
    scan,
    globals: readShopGlobals(scan),
    linkedData,
    organizations: organizationsOf(linkedData),
    headers: readPlatformHeaders(page),
    /** Contact and policy pages weigh more for contact facts. */
    isContact,
  }
}

/** The first value that `read` finds on a page, home page first, with that page. */
export function firstOnPage<Value>(
  pages: ParsedPage[],
  read: (page: ParsedPage) => Value | null | undefined,
): { value: Value; page: Page } | null {
  for (const candidate of pages) {
    const value = read(candidate)
    if (value !== null && value !== undefined && value !== '')
      return { value, page: candidate.page }
  }
  return null
}
