import type { SocialNetwork } from '#contracts/facts.ts'
import { namesTheShop, type OwnNames } from '#discovery/extract/contact/email-kind.ts'
import { factOf } from '#discovery/extract/fact.ts'
import { listOf } from '#discovery/extract/json-value.ts'
import { organizationsOf } from '#discovery/extract/linked-data.ts'
import { socialLinkOf, type SocialLink } from '#discovery/extract/socials/social-link.ts'
import type { Fact, Social } from '#discovery/extract/store-snapshot.ts'
import type { ReadPage } from '#discovery/extract/visit.ts'

type Candidate = { link: SocialLink; path: string }

const linked = (hrefs: unknown[], path: string): Candidate[] =>
  hrefs.slice(0, 100).flatMap((href) => {
    const link = typeof href === 'string' ? socialLinkOf(href) : null
    return link ? [{ link, path }] : []
  })

function twitterSite(page: ReadPage): string | null {
  const site = page.scan.metas.find(({ name }) => name === 'twitter:site')?.content ?? ''
  const handle = /^@{1,2}([A-Za-z0-9_]{2,15})(?:$|[^A-Za-z0-9_])/.exec(site)?.[1]
  return handle ? `https://x.com/${handle}` : null
}

/** In order of trust: structured data, footer, header, theme settings, and links in the text that contain the shop's name. */
function candidatesOf(page: ReadPage, own: OwnNames): Candidate[] {
  const { links } = page.scan
  const inRegion = (region: string): string[] =>
    links.filter((link) => link.region === region).map(({ href }) => href)
  const sameAs = organizationsOf(page.linkedData).flatMap((node) => [
    node['sameAs'],
    ...listOf(node['sameAs']),
  ])
  const inText = linked(inRegion('page'), 'page a[href]').filter(({ link }) => namesTheShop(link.handle, own))
  return [
    ...linked(sameAs, 'JSON-LD Organization.sameAs'),
    ...linked(inRegion('footer'), 'footer a[href]'),
    ...linked(inRegion('header'), 'header a[href]'),
    ...linked([twitterSite(page)], 'meta[name=twitter:site]'),
    ...inText,
  ]
}

/** The shop's accounts, at most one per network. */
export function extractSocials(pages: ReadPage[], own: OwnNames): Fact<Social>[] {
  const found = new Map<SocialNetwork, Fact<Social>>()
  for (const page of pages) {
    for (const { link, path } of candidatesOf(page, own)) {
      if (!found.has(link.network)) found.set(link.network, factOf(link, 'observed', page.page, path))
    }
  }
  return [...found.values()]
}
