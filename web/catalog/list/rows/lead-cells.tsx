import { UserRound } from 'lucide-react'
import { DAY_MS, dayStart } from '#contracts/dates.ts'
import { cn } from '#web/lib/cn.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ContactsLimited, deadMailKey, mailtoOf, telOf } from '#web/ui/store/labels.tsx'
import { LineIcon } from '#web/ui/store/line-icon.tsx'
import { useRowTexts } from './row-texts.tsx'
import { type CellProps, cut, NotPublished } from './store-cells.tsx'

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

/** How many days it has been in preparation since it could first be found. */
export function PrelaunchAge({ store }: CellProps) {
  const { t, formats } = useRowTexts()
  const days = (dayStart(useToday()).getTime() - dayStart(store.foundDay).getTime()) / DAY_MS
  return <>{t('prelaunch.age', { count: days, days: formats.number(days) })}</>
}
