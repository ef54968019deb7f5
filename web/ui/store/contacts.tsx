import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'

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

/**
 * A mailto link for an untrusted address: nothing in the address can become another field of the
 * mail.
 */
export function mailtoOf(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`
}
