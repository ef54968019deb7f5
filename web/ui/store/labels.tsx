import { useTranslation } from 'react-i18next'
import type { LaunchConfidence } from '#contracts/catalog/facts.ts'
import type { StoreStatus as Status, StoreSummary } from '#contracts/catalog/stores.ts'
import type { Trend } from '#contracts/catalog/trending.ts'
import { cn } from '#web/lib/cn.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'

const tones: Record<Status, BadgeTone> = { OPEN: 'good', PASSWORD_PROTECTED: 'sun', CLOSED: 'bad' }

export function StoreStatus({ status }: { status: Status }) {
  const { t } = useTranslation('common')
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
}

const dots: Record<LaunchConfidence, string> = {
  high: 'bg-good border-good',
  medium: 'border-sun-ink bg-linear-to-r from-sun-ink from-50% to-transparent to-50%',
  low: 'border-control',
}

type Props = { level: LaunchConfidence; className?: string }

/** Confidence in a launch day: a full, half or empty dot, always with the word. */
export function Confidence({ level, className }: Props) {
  const { t } = useTranslation('common')
  return (
    <span className={cn('inline-flex items-center gap-1.5', className)}>
      <span className={cn('size-2 shrink-0 rounded-full border', dots[level])} aria-hidden />
      {t(`confidence.${level}`)}
    </span>
  )
}

/**
 * No flag emoji: many systems do not draw them, and a flag says less than the name. `isOneLine`:
 * for rows of fixed height.
 */
export function Country({ code, isOneLine = false }: { code: string; isOneLine?: boolean }) {
  const formats = useFormats()
  if (!/^[a-z]{2}$/i.test(code)) return <>{code}</>
  const name = formats.country(code)
  return (
    <span className="inline-flex max-w-full items-baseline gap-1.5">
      <span
        aria-hidden
        className="rounded-[2px] border border-rule px-1 text-[0.6875rem] leading-4 font-semibold tracking-wide text-muted"
      >
        {code.toUpperCase()}
      </span>
      <span
        className={
          isOneLine
            ? 'min-w-0 overflow-clip text-ellipsis whitespace-nowrap'
            : 'min-w-0 break-words'
        }
        title={isOneLine ? name : undefined}
      >
        {name}
      </span>
    </span>
  )
}

/** The code alone, for rows; `name` = its country in words. */
export const CountryPlate = ({
  code,
  name,
  className,
}: {
  code: string
  name: string
  className?: string
}) => (
  <span
    title={name}
    className={cn(
      'shrink-0 rounded-sm border border-rule px-1 text-2xs font-semibold tracking-wide text-muted',
      className,
    )}
  >
    {code.toUpperCase()}
  </span>
)

/** Replaces addresses and numbers once the plan's daily limit is used up. */
export function ContactsLimited({
  isWhole = false,
  className,
}: {
  isWhole?: boolean
  className?: string
}) {
  const { t } = useTranslation('common')
  return (
    <span
      className={cn('text-xs text-muted', className)}
      title={isWhole ? undefined : t('contactsLimited.why')}
    >
      <span className="block font-semibold">{t('contactsLimited.short')}</span>
      <span className={cn('block', !isWhole && 'truncate')}>
        {t(isWhole ? 'contactsLimited.why' : 'contactsLimited.until')}
      </span>
    </span>
  )
}

/** For an untrusted address: nothing in it can become another field of the mail. */
export function mailtoOf(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`
}

/** Numbers in the international format as they are; of others, what can be dialled. */
export const telOf = (phone: string): string => `tel:${phone.replaceAll(/[^\d+*#]/g, '')}`

/** Why mail to its address is in vain; null when nothing speaks against it. */
export const deadMailKey = ({ emailState }: Pick<StoreSummary, 'emailState'>) =>
  emailState === 'no_mx' || emailState === 'bounced' ? (`lead.${emailState}` as const) : null

export const TREND_TONES: Record<Trend['badge'], BadgeTone> = {
  testing: 'plain',
  heating: 'sun',
  proven: 'good',
}
