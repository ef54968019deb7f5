import { factOf } from '#discovery/extract/fact.ts'
import { absoluteUrl } from '#discovery/extract/host-of-url.ts'
import { isRecord, listOf } from '#discovery/extract/json-value.ts'
import { organizationsOf } from '#discovery/extract/linked-data.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'
import type { ReadPage, Visit } from '#discovery/extract/visit.ts'

function logoText(value: unknown): unknown {
  if (Array.isArray(value)) return logoText(listOf(value)[0])
  return isRecord(value) ? (value['url'] ?? value['contentUrl'] ?? value['@id']) : value
}

const isPicture = (url: string): boolean => !/no-image|placeholder|\/blank\.|spacer/i.test(url)

function candidatesOf(page: ReadPage): { href: unknown; path: string; label: Fact<string>['label'] }[] {
  const organizations = organizationsOf(page.linkedData).map((node) => ({
    href: logoText(node['logo']),
    path: 'JSON-LD Organization.logo',
    label: 'observed' as const,
  }))
  const pictures = page.scan.logos.map(({ src, rule }) => ({
    href: src,
    path: rule,
    label: 'detected' as const,
  }))
  const shared = page.scan.metas
    .filter(({ name }) => name === 'og:image:secure_url' || name === 'og:image')
    .map(({ name, content }) => ({
      href: content,
      path: `meta[property=${name}]`,
      label: 'inferred' as const,
    }))
  return [...organizations, ...pictures, ...shared]
}

/** The shop's logo: from its structured data, else the picture in its header, else its sharing picture. */
export function extractLogo(visit: Visit, baseUrl: string): Fact<string> | null {
  for (const page of visit.pages) {
    for (const { href, path, label } of candidatesOf(page)) {
      const url = absoluteUrl(href, /^https?:/.test(page.page.url) ? page.page.url : baseUrl)
      if (url && isPicture(url)) return factOf(url, label, page.page, path)
    }
  }
  return null
}
