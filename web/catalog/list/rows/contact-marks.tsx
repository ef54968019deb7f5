import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { externalUrl } from '#web/ui/external-link.tsx'
import { ContactsLimited, deadMailKey, mailtoOf, telOf } from '#web/ui/store/labels.tsx'
import { LineIcon, type LineIconName } from '#web/ui/store/line-icon.tsx'
import { useRowTexts } from './row-texts.tsx'
import { type CellProps, cut, NotPublished, Unknown } from './store-cells.tsx'

/** E-mail, telephone and contact form in fixed places; on phones only those that exist. */
export function ContactMarks({ store }: CellProps) {
  return (
    <span className="grid grid-cols-[repeat(3,1.5625rem)] items-center max-work:flex max-work:gap-0.5">
      <MailMark store={store} />
      <PhoneMark store={store} />
      <FormMark store={store} />
    </span>
  )
}

function MailMark({ store }: CellProps) {
  const { t, common } = useRowTexts()
  const { email, name, hasEmail } = store
  if (email === null)
    return <NoMark why={hasEmail ? common('contactsLimited.why') : t('contact.email.no')} />
  const dead = deadMailKey(store)
  const why = dead && `, ${t(dead)}`
  return (
    <ContactLink
      href={mailtoOf(email)}
      icon={dead ? 'noMail' : 'mail'}
      title={`${email}${why ?? ''}`}
      className={dead ? 'text-bad' : ''}
    >
      {t('contact.email.write', { name })}
      {why}
    </ContactLink>
  )
}

function PhoneMark({ store: { phone, hasPhone, name } }: CellProps) {
  const { t, common } = useRowTexts()
  if (phone === null)
    return <NoMark why={hasPhone ? common('contactsLimited.why') : t('contact.phone.no')} />
  return (
    <ContactLink href={telOf(phone)} icon="phone" title={phone}>
      {t('contact.phone.call', { name })}
    </ContactLink>
  )
}

export function FormMark({ store: { contactFormUrl, name } }: CellProps) {
  const { t } = useRowTexts()
  const url = externalUrl(contactFormUrl)
  if (url === null) return <NoMark why={t('contact.form.no')} />
  return (
    <ContactLink href={url} icon="form" title={t('lead.form')} isExternal>
      {t('contact.form.open', { name })}
    </ContactLink>
  )
}

const NoMark = ({ why }: { why: string }) => (
  <span className="text-center max-work:hidden">
    <Unknown why={why} />
  </span>
)

type ContactLinkProps = {
  href: string
  icon: LineIconName
  title: string
  isExternal?: boolean
  className?: string
  /** What the link does, for screen readers. */
  children: ReactNode
}

const ContactLink = ({ href, icon, title, isExternal, className, children }: ContactLinkProps) => (
  <a
    href={href}
    title={title}
    {...(isExternal && { target: '_blank', rel: 'noopener nofollow ugc noreferrer' })}
    className={cn(
      'relative z-1 grid h-7 place-items-center rounded-sm hover:bg-sunken hover:text-link max-work:size-6',
      className || 'text-ink max-work:text-muted',
    )}
  >
    <LineIcon name={icon} className="size-4" />
    <span className="sr-only">{children}</span>
  </a>
)

const LINE = 'relative z-1 flex min-w-0 items-center gap-0.5'
const LINK = cn('min-w-0 leading-6 text-link hover:underline', cut)
const COPY = 'shrink-0 *:size-7! max-work:hidden'

/** The e-mail address; an exception if it belongs to a person or no mail reaches it. */
export function LeadEmail({ store }: CellProps) {
  const { t } = useRowTexts()
  const { email, name, emailKind } = store
  if (email === null) return store.hasEmail ? <Limited /> : <NotPublished />
  const dead = deadMailKey(store)
  const why = dead && t(dead)
  const person = t('filter.emailKind.options.personal')
  return (
    <span className={LINE}>
      <a
        href={mailtoOf(email)}
        title={why ? `${email}, ${why}` : email}
        className={why ? cn(LINK, 'text-bad!') : LINK}
      >
        {email}
      </a>
      {why && (
        <span role="img" aria-label={why} title={why} className="ms-1 shrink-0 text-bad">
          <LineIcon name="noMail" className="size-4" />
        </span>
      )}
      {emailKind === 'personal' && (
        <span role="img" aria-label={person} title={person} className="ms-1 shrink-0 text-faint">
          <UserRound className="size-3.5" aria-hidden />
        </span>
      )}
      <span className={COPY}>
        <CopyButton value={email} label={t('lead.copyEmail', { name })} />
      </span>
    </span>
  )
}

export function LeadPhone({ store: { phone, hasPhone, name } }: CellProps) {
  const { t } = useRowTexts()
  if (phone === null) return hasPhone ? <Limited /> : <NotPublished />
  return (
    <span className={LINE}>
      <a href={telOf(phone)} title={phone} className={LINK}>
        {phone}
      </a>
      <span className={COPY}>
        <CopyButton value={phone} label={t('lead.copyPhone', { name })} />
      </span>
    </span>
  )
}

const Limited = () => <ContactsLimited className="relative z-1 leading-4 *:inline *:me-1" />
