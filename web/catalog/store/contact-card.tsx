import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Evidence, StoreEmail } from '#contracts/catalog/facts.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { NETWORK_NAMES } from '#web/lib/i18n/network-names.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { ContactsLimited, mailtoOf } from '#web/ui/store/contacts.tsx'
import { EvidenceMark } from './evidence.tsx'
import { Missing } from './fact-list.tsx'
import { Section } from './section.tsx'

/** How to contact the store; only what it publishes as its business contact. */
export function ContactCard({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  return (
    <Section name="contact">
      <Card className="px-4 sm:px-5">
        {store.contactsLimited ? (
          <p className="border-b border-line py-3.5">
            <ContactsLimited isWhole />
          </p>
        ) : (
          <>
            <Addresses store={store} />
            <Numbers store={store} />
          </>
        )}
        <Elsewhere store={store} />
      </Card>
      <p className="mt-3 text-xs text-muted">{t('contactNote')}</p>
    </Section>
  )
}

function Addresses({ store: { emails, shopifyEmail, evidence } }: { store: StoreDetails }) {
  if (emails.length === 0)
    return <ContactLine name="email" value={shopifyEmail} evidence={evidence.email} />
  return emails.map((email) => (
    <ContactLine key={email.address} name="email" value={email.address} evidence={email.evidence}>
      <AddressNote email={email} />
    </ContactLine>
  ))
}

/** The kind of mailbox, and the DNS result for its domain with the day of the check. */
function AddressNote({
  email: { kind, provider, mailState, mailCheckedAt },
}: {
  email: StoreEmail
}) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const day = mailCheckedAt && formats.day(mailCheckedAt.slice(0, 10))
  return (
    <>
      {t(`emailKind.${kind}`)} · {t(`emailProvider.${provider}`)}
      <span className="block">
        {t(`mailState.${mailState}`)}
        {day && ` · ${t('mailChecked', { day })}`}
      </span>
    </>
  )
}

function Numbers({ store: { phones, shopifyPhone, evidence } }: { store: StoreDetails }) {
  const formats = useFormats()
  if (phones.length === 0)
    return <ContactLine name="phone" value={shopifyPhone} evidence={evidence.phone} />
  return phones.map(({ text, e164, country, evidence: source }) => (
    <ContactLine key={text} name="phone" value={e164 ?? text} evidence={source}>
      {country && formats.country(country)}
    </ContactLine>
  ))
}

const kinds = { email: { Icon: Mail, linkOf: mailtoOf }, phone: { Icon: Phone, linkOf: telOf } }

type ContactLineProps = {
  name: keyof typeof kinds
  value: string | null
  evidence: Evidence | undefined
  children?: ReactNode
}

function ContactLine({ name, value, evidence, children }: ContactLineProps) {
  const { t } = useTranslation('store-details')
  const label = t(`facts.${name}`)
  const { Icon, linkOf } = kinds[name]
  const link = value && linkOf(value)
  return (
    <div className="border-b border-line py-3.5 last:border-0">
      <Label label={label} evidence={evidence} isShown={value !== null} />
      <div className="mt-0.5 flex min-h-9 items-center gap-3">
        <Icon className="size-5 shrink-0 text-faint" aria-hidden />
        {value && link ? (
          <>
            <a
              href={link}
              className="link min-w-0 flex-1 font-semibold wrap-anywhere max-sm:text-sm"
            >
              <Breakable text={value} />
            </a>
            <CopyButton value={value} label={label} />
          </>
        ) : (
          <Missing evidence={evidence} />
        )}
      </div>
      {value && children && <div className="ps-8 text-xs text-muted">{children}</div>}
    </div>
  )
}

/** Null when the text has no digit. */
function telOf(text: string): string | null {
  const number = text.replaceAll(/[^\d+]/g, '')
  return /\d/.test(number) ? `tel:${number}` : null
}

/** Breaks an overlong address before its domain. */
function Breakable({ text }: { text: string }) {
  const at = text.indexOf('@')
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}

type LabelProps = { label: string; evidence: Evidence | undefined; isShown: boolean }

const Label = ({ label, evidence, isShown }: LabelProps) => (
  <p className="flex items-center justify-between gap-3 text-xs text-faint">
    {label}
    {evidence && (isShown ? evidence.label !== 'unavailable' : evidence.goneAt) && (
      <EvidenceMark of={label} evidence={evidence} />
    )}
  </p>
)

/** The contact form and the social media accounts. */
function Elsewhere({ store: { contactFormUrl, socials, evidence } }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  return (
    <>
      <div className="border-b border-line py-3.5">
        <Label
          label={t('facts.contactForm')}
          evidence={evidence.contactForm}
          isShown={contactFormUrl !== null}
        />
        {contactFormUrl ? (
          <ExternalLink href={contactFormUrl} className="link py-1">
            {t('contactFormOpen')}
          </ExternalLink>
        ) : (
          <Missing evidence={evidence.contactForm} />
        )}
      </div>
      <div className="py-3.5">
        <Label label={t('facts.socials')} evidence={evidence.socials} isShown={false} />
        {socials.length === 0 && <Missing evidence={evidence.socials} />}
        <ul>
          {socials.map(({ network, handle, url, evidence: source }) => (
            <li key={network} className="flex flex-wrap items-baseline gap-x-2">
              <span className="w-20 text-sm text-muted">{NETWORK_NAMES[network]}</span>
              <ExternalLink href={url} className="link min-w-0 py-1 break-all">
                {handle}
              </ExternalLink>
              <span className="ms-auto">
                <EvidenceMark of={NETWORK_NAMES[network]} evidence={source} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
