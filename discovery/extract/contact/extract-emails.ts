import { decodeProtectedEmail, emailsInText, emailsOfMailto } from '#discovery/extract/contact/email-text.ts'
import {
  emailKindOf,
  isOwnDomain,
  namesTheShop,
  type OwnNames,
} from '#discovery/extract/contact/email-kind.ts'
import { judgeEmail } from '#discovery/extract/contact/judge-email.ts'
import { factOf } from '#discovery/extract/fact.ts'
import { listOf, recordOf, textOf } from '#discovery/extract/json-value.ts'
import { organizationsOf } from '#discovery/extract/linked-data.ts'
import type { EmailAddress, Fact } from '#discovery/extract/store-snapshot.ts'
import type { ReadPage } from '#discovery/extract/visit.ts'

const MAX_EMAILS = 20

type Candidate = { text: string; path: string; label: 'observed' | 'detected' }

function linkedDataEmails(page: ReadPage): Candidate[] {
  return organizationsOf(page.linkedData).flatMap((node) => {
    const points = [node, ...listOf(node['contactPoint']), node['contactPoint']].map(recordOf)
    return points.flatMap((point) =>
      emailsOfMailto(textOf(point['email'], 300) ?? '').map((text) => ({
        text,
        path: 'JSON-LD Organization.email',
        label: 'observed' as const,
      })),
    )
  })
}

/** Candidates of a page in the order of trust: links first, then structured data, footer, and the rest of the text. */
function candidatesOf(page: ReadPage): Candidate[] {
  const { scan } = page
  const links = scan.contactLinks
    .filter(({ href }) => /^mailto:/i.test(href))
    .flatMap(({ href, region }) =>
      emailsOfMailto(href).map((text) => ({
        text,
        path: `${region} a[href^=mailto]`,
        label: 'observed' as const,
      })),
    )
  const decoded = scan.protectedEmails.flatMap(({ hex, region }) => {
    const text = decodeProtectedEmail(hex)
    return text ? [{ text, path: `${region} [data-cfemail]`, label: 'detected' as const }] : []
  })
  const written = scan.textBlocks.flatMap(({ text, region }) =>
    emailsInText(text).map((found) => ({
      text: found,
      path: `${region} text`,
      label: text.includes(found) ? ('observed' as const) : ('detected' as const),
    })),
  )
  const footer = written.filter(({ path }) => path === 'footer text')
  const rest = written.filter(({ path }) => path !== 'footer text')
  return [...links, ...linkedDataEmails(page), ...decoded, ...footer, ...rest]
}

const isOwn = ({ address, domain }: { address: string; domain: string }, own: OwnNames): boolean =>
  isOwnDomain(domain, own) || namesTheShop(address.split('@')[0] ?? '', own)

type Found = { fact: Fact<EmailAddress>; rank: number }

/** Contact addresses that the pages publish to their readers, the shop's own role addresses first. */
export function extractEmails(pages: ReadPage[], own: OwnNames): Fact<EmailAddress>[] {
  const found = new Map<string, Found>()
  for (const page of pages) {
    for (const { text, path, label } of candidatesOf(page)) {
      const judged = judgeEmail(text, own.suffixes)
      if (!judged || found.has(judged.address)) continue
      const kind = emailKindOf(judged.address, judged.domain, own)
      const rank = (kind === 'role' ? 0 : 2) + (isOwn(judged, own) ? 0 : 1)
      found.set(judged.address, {
        fact: factOf({ address: judged.address, kind }, label, page.page, path),
        rank,
      })
    }
  }
  return [...found.values()]
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_EMAILS)
    .map(({ fact }) => fact)
}
