import { Mail, Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { StoreSummary } from '#contracts/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/format.ts'
import { Confidence } from '#web/ui/confidence.tsx'
import { Country } from '#web/ui/country.tsx'

/** Said of everything that the store does not publish; never a blank. */
export function NotPublished() {
  const { t } = useTranslation('common')
  return <span className="text-xs text-faint">{t('notPublished')}</span>
}

export function LaunchDay({ store }: { store: StoreSummary }) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  return (
    <>
      <span className="block whitespace-nowrap">
        {store.launchDate ? (
          formats.day(store.launchDate)
        ) : (
          <span className="text-faint">{t('launchUnknown')}</span>
        )}
      </span>
      <Confidence level={store.launchConfidence} isShort className="text-xs text-muted" />
    </>
  )
}

export const CountryCell = ({ store, isOneLine = false }: { store: StoreSummary; isOneLine?: boolean }) =>
  store.country ? <Country code={store.country} isOneLine={isOneLine} /> : <NotPublished />

export function ProductCount({ store }: { store: StoreSummary }) {
  const formats = useFormats()
  return store.productCount === null ? <NotPublished /> : <>{formats.number(store.productCount)}</>
}

/** Whether there is an address and a number; the values themselves stand on the store's page. */
export function ContactState({ store }: { store: StoreSummary }) {
  return (
    <span className="flex gap-2">
      <Sign icon={Mail} kind="email" isThere={store.hasEmail} />
      <Sign icon={Phone} kind="phone" isThere={store.hasPhone} />
    </span>
  )
}

type SignProps = { icon: typeof Mail; kind: 'email' | 'phone'; isThere: boolean }

function Sign({ icon: Icon, kind, isThere }: SignProps) {
  const { t } = useTranslation('list')
  const text = t(`contact.${kind}.${isThere ? 'yes' : 'no'}`)
  return (
    <span
      title={text}
      className={cn('relative inline-grid size-5 place-items-center', isThere ? 'text-ink' : 'text-rule')}
    >
      <Icon className="size-4.5" aria-hidden />
      {!isThere && <span className="absolute h-px w-5 -rotate-45 bg-current" aria-hidden />}
      <span className="sr-only">{text}</span>
    </span>
  )
}

export function FreshBadge() {
  const { t } = useTranslation('list')
  return (
    <span className="shrink-0 rounded-sm bg-sun px-1.5 text-xs font-semibold whitespace-nowrap text-[#1a1203]">
      {t('justFound')}
    </span>
  )
}
