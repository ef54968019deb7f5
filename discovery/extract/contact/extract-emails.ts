import { decodeProtectedEmail, emailsInText, emailsOfMailto } from '#discovery/extract/contact/email-text.ts'
import {
  emailKindOf,
  isOwnDomain,
  namesTheShop,
  type OwnNames,
} from '#discovery/extract/contact/email-kind.ts'
import { FREE_MAIL_DOMAINS } from '#discovery/extract/contact/email-words.ts'
import { judgeEmail, type JudgedEmail } from '#discovery/extract/contact/judge-email.ts'
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

/** Candidates on a page in order of trust: links first, then structured data, footer, and the rest of the text. */
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

const PRIVACY_PATH = /privacy|datenschutz|confidentialit|privacidad|gizlilik|kvkk/i

/** Places where a shop states how to reach it. A personal address elsewhere in the text may belong to anyone. */
const isContactPlace = ({ page, isContact }: ReadPage, path: string): boolean =>
  !PRIVACY_PATH.test(page.url) && (isContact || !/^page (?:text|\[data-cfemail\])/.test(path))

function addressOf(judged: JudgedEmail, own: OwnNames, page: ReadPage, path: string): EmailAddress {
  const { address, domain } = judged
  const kind = emailKindOf(address, domain, own)
  const provider = isOwnDomain(domain, own) ? 'own' : FREE_MAIL_DOMAINS.has(domain) ? 'free_mail' : 'other'
  return { address, kind, provider, isBusinessContact: kind === 'role' || isContactPlace(page, path) }
}

type Found = { fact: Fact<EmailAddress>; rank: number }

/** Contact addresses that the pages publish to visitors, the shop's own role addresses first. */
export function extractEmails(pages: ReadPage[], own: OwnNames): Fact<EmailAddress>[] {
  const found = new Map<string, Found>()
  for (const page of pages) {
    for (const { text, path, label } of candidatesOf(page)) {
      const judged = judgeEmail(text, own.suffixes)
      if (!judged) continue
      const known = found.get(judged.address)
      if (known?.fact.value.isBusinessContact) continue
      const email = addressOf(judged, own, page, path)
      if (known && !email.isBusinessContact) continue
      const rank =
        (email.isBusinessContact ? 0 : 4) + (email.kind === 'role' ? 0 : 2) + (isOwn(judged, own) ? 0 : 1)
      found.set(judged.address, { fact: factOf(email, label, page.page, path), rank })
    }
  }
  return [...found.values()]
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_EMAILS)
    .map(({ fact }) => fact)
}
