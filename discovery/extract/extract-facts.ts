import type { ReadKey } from '#contracts/catalog/fact-table.ts'
import { keysOf } from '#contracts/keys.ts'
import { hostOfUrl } from '#discovery/document/urls.ts'
import { type ParsedProducts, parseProducts } from '#discovery/products/parse-products.ts'
import { extractApps } from './facts/apps/apps.ts'
import { extractPixels } from './facts/apps/pixels.ts'
import {
  extractFurtherAddresses,
  extractOpeningHours,
  extractRating,
} from './facts/business-data.ts'
import { extractProductCount } from './facts/commerce/catalogue.ts'
import { extractCategory } from './facts/commerce/category.ts'
import { extractFreeShipping, extractMarkets, extractPayLater } from './facts/commerce/offers.ts'
import { extractPaymentBrands } from './facts/commerce/payments.ts'
import { extractAboutPage, extractBlog, extractPolicies } from './facts/commerce/policies.ts'
import { extractCompany } from './facts/company/company.ts'
import { extractRegistrations } from './facts/company/registrations.ts'
import { ownNamesOf } from './facts/contact/email-kind.ts'
import { extractContactForm, extractEmails } from './facts/contact/emails.ts'
import { extractPhones, phoneCountryFor } from './facts/contact/phones.ts'
import { extractSocials } from './facts/contact/socials.ts'
import {
  extractAbout,
  extractDomain,
  extractLogo,
  extractName,
  extractShop,
  extractShopId,
  extractStatus,
  extractTheme,
} from './facts/identity.ts'
import {
  extractAboutLanguage,
  extractCountry,
  extractCurrency,
  extractLanguages,
  extractLocale,
  extractPlace,
} from './facts/market.ts'
import type { ParsedVisit } from './parsed-visit.ts'
import type { ReadFacts } from './store-snapshot.ts'

type Reading = ReturnType<typeof readStore>
type BasicKey = keyof ReturnType<typeof readBasics>

/** How each further fact is read. */
const EXTRACTORS: { [Key in Exclude<ReadKey, BasicKey>]: (reading: Reading) => ReadFacts[Key] } = {
  shopId: ({ visit }) => extractShopId(visit),
  status: ({ visit, catalogue }) => extractStatus(visit, catalogue.products.length),
  theme: ({ visit }) => extractTheme(visit),
  productCount: ({ visit, catalogue }) => extractProductCount(visit, catalogue),
  emails: ({ pages, own }) => extractEmails(pages, own),
  phones: ({ pages, basics: { country, domain }, visit }) =>
    extractPhones(
      pages,
      phoneCountryFor(country?.value ?? null, [domain?.value, visit.visitedHost]),
    ),
  logo: ({ visit, baseUrl }) => extractLogo(visit, baseUrl),
  apps: ({ pages, ownHosts }) => extractApps(pages, ownHosts),
  pixels: ({ pages }) => extractPixels(pages),
  languages: ({ pages, basics }) => extractLanguages(pages, basics.locale),
  aboutLanguage: ({ basics }) => extractAboutLanguage(basics.about),
  category: ({ visit, catalogue, basics: { name, about } }) =>
    extractCategory(visit, catalogue.products, name?.value ?? null, about?.value ?? null),
  socials: ({ pages, own }) => extractSocials(pages, own),
  policies: ({ pages, linkHosts }) => extractPolicies(pages, linkHosts),
  blog: ({ pages, linkHosts }) => extractBlog(pages, linkHosts),
  aboutPage: ({ pages, linkHosts }) => extractAboutPage(pages, linkHosts),
  contactForm: ({ pages }) => extractContactForm(pages),
  furtherAddresses: ({ pages, basics }) =>
    extractFurtherAddresses(pages, basics.address?.value ?? null),
  registrations: ({ pages }) => extractRegistrations(pages),
  markets: ({ pages }) => extractMarkets(pages),
  freeShipping: ({ pages }) => extractFreeShipping(pages),
  payLater: ({ pages, basics }) => extractPayLater(pages, basics.paymentBrands),
  rating: ({ pages }) => extractRating(pages),
  openingHours: ({ pages }) => extractOpeningHours(pages),
}

export function extractFacts(reading: Reading): ReadFacts {
  const further = keysOf(EXTRACTORS).map((key) => [key, EXTRACTORS[key](reading)] as const)
  // Safe: each fact comes from the extractor of its key.
  return { ...reading.basics, ...Object.fromEntries(further) } as ReadFacts
}

/** Facts that other facts depend on, or that are read together. */
const readBasics = (visit: ParsedVisit) => ({
  shop: extractShop(visit),
  domain: extractDomain(visit),
  name: extractName(visit),
  about: extractAbout(visit),
  country: extractCountry(visit),
  currency: extractCurrency(visit),
  locale: extractLocale(visit),
  paymentBrands: extractPaymentBrands(visit),
  ...extractPlace(visit),
  ...extractCompany(visit.pages, extractCountry(visit)?.value ?? null),
})

/** The pages of a store, with what several facts depend on. */
export function readStore(visit: ParsedVisit) {
  const basics = readBasics(visit)
  const { shop, domain, name, currency } = basics
  const ownHosts = ownHostsOf(visit, shop?.value ?? null)
  const baseUrl = `https://${domain?.value ?? visit.visitedHost}/`
  const catalogue = parseCatalogue(visit, currency?.value ?? null, baseUrl)
  const own = ownNamesOf(
    [...ownHosts].filter((host) => host !== shop?.value),
    [name?.value, shop?.value.split('.')[0]],
  )
  const { pages } = visit
  const linkHosts = linkHostsOf(visit, ownHosts)
  return { visit, pages, basics, ownHosts, linkHosts, baseUrl, catalogue, own }
}

/** Hosts of the shop's own files. */
function ownHostsOf({ visitedHost, pages, meta }: ParsedVisit, shop: string | null): Set<string> {
  const hosts = pages.flatMap(({ globals }) => [
    globals.features?.domain,
    globals.st?.pageHost,
    globals.initShop?.host,
  ])
  const all = [visitedHost, shop, meta?.domain, ...hosts]
  return new Set(all.filter((host): host is string => typeof host === 'string' && host !== ''))
}

/** The own hosts, plus the hosts that answered. */
const linkHostsOf = ({ pages }: ParsedVisit, ownHosts: Set<string>): Set<string> =>
  new Set([...ownHosts, ...pages.flatMap(({ page }) => hostOfUrl(page.url) ?? [])])

function parseCatalogue(
  visit: ParsedVisit,
  currency: string | null,
  hostUrl: string,
): ParsedProducts {
  if (!visit.products || visit.products.status >= 400) return NO_PRODUCTS
  return parseProducts(visit.products.body, { currency, hostUrl })
}

const NO_PRODUCTS: ParsedProducts = { products: [], listed: 0, problem: 'not_json' }
