import { decodeBody } from '#discovery/document/decode-body.ts'
import type { JsonRecord } from '#discovery/document/json.ts'
import type { Page } from '#discovery/document/page.ts'
import { readLinkedData } from './linked-data.ts'
import { readMetaJson, type MetaJson } from './meta-json.ts'
import type { HtmlScan } from './scan-elements.ts'
import { scanHtml } from './scan-html.ts'
import {
  type PlatformHeaders,
  readPlatformHeaders,
  readShopGlobals,
  type ShopGlobals,
} from './shop-globals.ts'
import type { VisitPages } from './store-snapshot.ts'

/** A page, decoded and scanned once, as the extraction rules expect it. */
export type ParsedPage = {
  page: Page
  html: string
  scan: HtmlScan
  globals: ShopGlobals
  linkedData: JsonRecord[]
  headers: PlatformHeaders
  /** Contact and policy pages weigh more for contact facts. */
  isContact: boolean
}

/** All pages of one visit, each read once. */
export type ParsedVisit = {
  visitedHost: string
  meta: MetaJson | null
  /** Home page first. */
  pages: ParsedPage[]
  home: ParsedPage | null
  products: Page | null
  productsHeaders: PlatformHeaders
}

export function parseVisit(pages: VisitPages, visitedHost: string): ParsedVisit {
  const home = pages.home ? parsePage(pages.home, false) : null
  const contact = pages.contact.map((page) => parsePage(page, true))
  return {
    visitedHost: visitedHost.toLowerCase(),
    meta: readMetaJson(pages.meta),
    pages: home ? [home, ...contact] : contact,
    home,
    products: pages.products,
    productsHeaders: readPlatformHeaders(pages.products),
  }
}

function parsePage(page: Page, isContact: boolean): ParsedPage {
  const html = decodeBody(page)
  const scan = scanHtml(html)
  return {
    page,
    html,
    scan,
    globals: readShopGlobals(scan),
    linkedData: readLinkedData(scan),
    headers: readPlatformHeaders(page),
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
