import { AtSign, Clock, FileText, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Evidence } from '#contracts/catalog/facts.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { NETWORK_NAMES } from '#web/lib/i18n/network-names.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { ContactsLimited, mailtoOf, telOf } from '#web/ui/store/labels.tsx'
import { BounceMark } from './bounce-mark.tsx'
import { OpeningHours } from './store-information.tsx'
import { EvidenceMark } from './evidence.tsx'
import { isNeverPublished, Missing } from './fact-list.tsx'
import { Section } from './section.tsx'

const contactFacts = [
  'email',
  'phone',
  'contactForm',
  'socials',
  'address',
  'openingHours',
] as const

type Props = { store: StoreDetails }

/** How to contact the store; only what it publishes as its business contact. */
export function ContactCard({ store }: Props) {
  const { t } = useTranslation(['store-details', 'common'])
  const { contactsLimited, evidence } = store
  const hasNone = !contactsLimited && contactFacts.every((name) => isNeverPublished(evidence[name]))
  return (
    <Section name="contact">
      <div className="px-4">
        {hasNone && <p className="text-sm text-faint">{t('common:notPublished')}</p>}
        {contactsLimited ? (
          <p className="border-b border-line pb-3">
            <ContactsLimited isWhole />
          </p>
        ) : (
          <>
            <Addresses store={store} />
            <Numbers store={store} />
          </>
        )}
        <Elsewhere store={store} />
        <OnSite store={store} />
      </div>
      <p className="px-4 py-3 text-xs text-muted">{t('store-details:contactNote')}</p>
    </Section>
  )
}

/** Each with the kind of mailbox, and the DNS result for its domain with the day of the check. */
function Addresses({ store: { id, emails, shopifyEmail, evidence } }: Props) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  if (emails.length === 0)
    return <ContactLine name="email" value={shopifyEmail} evidence={evidence.email} />
  const checkedOn = (iso: string) => t('mailChecked', { day: formats.day(iso) })
  return emails.map((email) => (
    <ContactLine
      key={email.address}
      name="email"
      value={email.address}
      evidence={email.evidence}
      below={<BounceMark storeId={id} email={email} />}
    >
      {t(`emailKind.${email.kind}`)} · {t(`emailProvider.${email.provider}`)}
      <br />
      {t(`mailState.${email.mailState}`)}
      {email.mailCheckedAt && ` · ${checkedOn(email.mailCheckedAt)}`}
    </ContactLine>
  ))
}

function Numbers({ store: { phones, shopifyPhone, evidence } }: Props) {
  const formats = useFormats()
  if (phones.length === 0)
    return <ContactLine name="phone" value={shopifyPhone} evidence={evidence.phone} />
  return phones.map(({ text, e164, country, evidence: source }) => (
    <ContactLine key={text} name="phone" value={e164 ?? text} evidence={source}>
      {country && formats.country(country)}
    </ContactLine>
  ))
}

/** Null when the text has no digit. */
const callOf = (text: string) => (/\d/.test(text) ? telOf(text) : null)
const kinds = { email: { Icon: Mail, linkOf: mailtoOf }, phone: { Icon: Phone, linkOf: callOf } }

type ContactLineProps = {
  name: keyof typeof kinds
  value: string | null
  evidence: Evidence | undefined
  below?: ReactNode
  children?: ReactNode
}

function ContactLine({ name, value, evidence, below, children }: ContactLineProps) {
  const { t } = useTranslation('store-details')
  const label = t(`facts.${name}`)
  const { Icon, linkOf } = kinds[name]
  const link = value && linkOf(value)
  if (!value || !link) return <Gone label={label} evidence={evidence} />
  return (
    <Line Icon={Icon}>
      <div className="min-w-0 flex-1">
        <a href={link} className="link py-1 font-semibold wrap-anywhere">
          <Breakable text={value} />
        </a>
        <div className="text-xs text-muted">
          {children}
          <Mark label={label} evidence={evidence} />
          {below}
        </div>
      </div>
      <CopyButton value={value} label={label} />
    </Line>
  )
}

const Line = ({ Icon, children }: { Icon: typeof Mail; children: ReactNode }) => (
  <div className="flex items-start gap-3 border-b border-line py-1.5 last:border-0">
    <Icon className="mt-2 size-4 shrink-0 text-faint" aria-hidden />
    {children}
  </div>
)

const Mark = ({ label, evidence }: { label: string; evidence: Evidence | undefined }) =>
  evidence &&
  evidence.label !== 'unavailable' && (
    <span className="ms-2">
      <EvidenceMark of={label} evidence={evidence} />
    </span>
  )

/** What the store published once. */
function Gone({ label, evidence }: { label: string; evidence: Evidence | undefined }) {
  if (!evidence?.goneAt) return null
  return (
    <p className="border-b border-line py-1.5 text-sm last:border-0">
      <EvidenceMark of={label} evidence={evidence}>
        {label}
      </EvidenceMark>{' '}
      <Missing evidence={evidence} />
    </p>
  )
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

/** The address, and the opening hours. */
function OnSite({ store: { companyAddress, openingHours, evidence } }: Props) {
  const { t } = useTranslation('store-details')
  const [address, hours] = [t('facts.address'), t('facts.openingHours')]
  return (
    <>
      {companyAddress ? (
        <Line Icon={MapPin}>
          <p className="min-w-0 flex-1 py-1 text-sm wrap-anywhere">
            {companyAddress}
            <Mark label={address} evidence={evidence.address} />
          </p>
          <CopyButton value={companyAddress} label={address} />
        </Line>
      ) : (
        <Gone label={address} evidence={evidence.address} />
      )}
      {openingHours.length > 0 ? (
        <Line Icon={Clock}>
          <OpeningHours hours={openingHours} />
          <Mark label={hours} evidence={evidence.openingHours} />
        </Line>
      ) : (
        <Gone label={hours} evidence={evidence.openingHours} />
      )}
    </>
  )
}

/** The contact form and the social media accounts. */
function Elsewhere({ store: { contactFormUrl, socials, evidence } }: Props) {
  const { t } = useTranslation('store-details')
  const form = t('facts.contactForm')
  return (
    <>
      {contactFormUrl ? (
        <Line Icon={FileText}>
          <div className="min-w-0 flex-1">
            <ExternalLink href={contactFormUrl} className="link py-1 font-semibold">
              {form}
            </ExternalLink>
            <Mark label={form} evidence={evidence.contactForm} />
          </div>
        </Line>
      ) : (
        <Gone label={form} evidence={evidence.contactForm} />
      )}
      {socials.length === 0 ? (
        <Gone label={t('facts.socials')} evidence={evidence.socials} />
      ) : (
        <Line Icon={AtSign}>
          <ul className="min-w-0 flex-1">
            {socials.map(({ network, handle, url, evidence: source }) => (
              <li key={network} className="flex flex-wrap items-center gap-x-3 text-sm">
                <EvidenceMark of={NETWORK_NAMES[network]} evidence={source}>
                  {NETWORK_NAMES[network]}
                </EvidenceMark>
                <ExternalLink href={url} className="link min-w-0 py-1 break-all">
                  {handle}
                </ExternalLink>
              </li>
            ))}
          </ul>
        </Line>
      )}
    </>
  )
}
