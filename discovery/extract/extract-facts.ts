import { READ_KEYS, type ReadKey } from '#contracts/stores/facts.ts'
import { hostOfUrl } from '#discovery/document/urls.ts'
import { type ParsedProducts, parseProducts } from '#discovery/products/parse-products.ts'
import { extractApps } from './facts/apps.ts'
import {
  extractFurtherAddresses,
  extractOpeningHours,
  extractRating,
} from './facts/business-data.ts'
import { extractProductCount } from './facts/catalogue.ts'
import { extractCategory } from './facts/category.ts'
import { extractCompany } from './facts/company.ts'
import { ownNamesOf } from './facts/email-kind.ts'
import { extractContactForm, extractEmails } from './facts/emails.ts'
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
import { extractFreeShipping, extractMarkets, extractPayLater } from './facts/offers.ts'
import { extractPaymentBrands } from './facts/payments.ts'
import { extractPhones, phoneCountryFor } from './facts/phones.ts'
import { extractPixels } from './facts/pixels.ts'
import { extractPolicies } from './facts/policies.ts'
import { extractRegistrations } from './facts/registrations.ts'
import { extractSocials } from './facts/socials.ts'
import type { ParsedVisit } from './parsed-visit.ts'
import type { ReadFacts } from './store-snapshot.ts'

type Reading = ReturnType<typeof readStore>

/** How each fact is read. */
const EXTRACTORS: { [Key in ReadKey]: (reading: Reading) => ReadFacts[Key] } = {
  shop: ({ shop }) => shop,
  shopId: ({ visit }) => extractShopId(visit),
  domain: ({ domain }) => domain,
  name: ({ name }) => name,
  about: ({ about }) => about,
  status: ({ visit, products }) => extractStatus(visit, products.length),
  country: ({ country }) => country,
  currency: ({ currency }) => currency,
  locale: ({ locale }) => locale,
  theme: ({ visit }) => extractTheme(visit),
  productCount: ({ visit, catalogue }) => extractProductCount(visit, catalogue),
  emails: ({ pages, own }) => extractEmails(pages, own),
  phones: ({ pages, country, domain, visit }) =>
    extractPhones(
      pages,
      phoneCountryFor(country?.value ?? null, [domain?.value, visit.visitedHost]),
    ),
  logo: ({ visit, baseUrl }) => extractLogo(visit, baseUrl),
  apps: ({ pages, ownHosts }) => extractApps(pages, ownHosts),
  pixels: ({ pages }) => extractPixels(pages),
  city: ({ place }) => place.city,
  region: ({ place }) => place.region,
  shipsTo: ({ place }) => place.shipsTo,
  languages: ({ pages, locale }) => extractLanguages(pages, locale),
  aboutLanguage: ({ about }) => extractAboutLanguage(about),
  category: ({ visit, products, name, about }) =>
    extractCategory(visit, products, name?.value ?? null, about?.value ?? null),
  paymentBrands: ({ paymentBrands }) => paymentBrands,
  socials: ({ pages, own }) => extractSocials(pages, own),
  policies: ({ visit, pages, ownHosts }) => extractPolicies(pages, linkHostsOf(visit, ownHosts)),
  contactForm: ({ pages }) => extractContactForm(pages),
  company: ({ notice }) => notice.company,
  responsible: ({ notice }) => notice.responsible,
  address: ({ notice }) => notice.address,
  furtherAddresses: ({ pages, notice }) =>
    extractFurtherAddresses(pages, notice.address?.value ?? null),
  registrations: ({ pages }) => extractRegistrations(pages),
  markets: ({ pages }) => extractMarkets(pages),
  freeShipping: ({ pages }) => extractFreeShipping(pages),
  payLater: ({ pages, paymentBrands }) => extractPayLater(pages, paymentBrands),
  rating: ({ pages }) => extractRating(pages),
  openingHours: ({ pages }) => extractOpeningHours(pages),
}

// Safe: each fact comes from the extractor of its key.
export const extractFacts = (reading: Reading): ReadFacts =>
  Object.fromEntries(READ_KEYS.map((key) => [key, EXTRACTORS[key](reading)])) as ReadFacts

/** The pages of a store, and what several facts depend on. */
export function readStore(visit: ParsedVisit) {
  const { pages, visitedHost } = visit
  const shop = extractShop(visit)
  const domain = extractDomain(visit)
  const name = extractName(visit)
  const currency = extractCurrency(visit)
  const ownHosts = ownHostsOf(visit, shop?.value ?? null)
  const baseUrl = `https://${domain?.value ?? visitedHost}/`
  const catalogue = parseCatalogue(visit, currency?.value ?? null, baseUrl)
  const own = ownNamesOf(
    [...ownHosts].filter((host) => host !== shop?.value),
    [name?.value, shop?.value.split('.')[0]],
  )
  return {
    visit,
    pages,
    shop,
    domain,
    name,
    currency,
    ownHosts,
    baseUrl,
    catalogue,
    products: catalogue.products,
    own,
    about: extractAbout(visit),
    country: extractCountry(visit),
    locale: extractLocale(visit),
    place: extractPlace(visit),
    notice: extractCompany(pages),
    paymentBrands: extractPaymentBrands(visit),
  }
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
