import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Evidence } from '#contracts/facts.ts'
import type { StoreDetails } from '#contracts/stores.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EvidenceMark } from './evidence-mark.tsx'
import { Section } from './section.tsx'

/** How to reach the store: only what it publishes as its business contact. */
export function ContactCard({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const { shopifyEmail: email, shopifyPhone: phone, evidence } = store
  return (
    <Section title={t('sections.contact')}>
      <Card className="px-4 sm:px-5">
        <Way
          icon={<Mail className="size-5 shrink-0 text-faint" aria-hidden />}
          label={t('facts.email')}
          value={email}
          href={email && `mailto:${email}`}
          evidence={evidence.email}
        />
        <Way
          icon={<Phone className="size-5 shrink-0 text-faint" aria-hidden />}
          label={t('facts.phone')}
          value={phone}
          href={phone && `tel:${phone.replaceAll(/[^\d+]/g, '')}`}
          evidence={evidence.phone}
        />
      </Card>
      <p className="mt-3 text-xs text-muted">{t('contactNote')}</p>
    </Section>
  )
}

type WayProps = {
  icon: ReactNode
  label: string
  value: string | null
  href: string | null
  evidence: Evidence | undefined
}

function Way({ icon, label, value, href, evidence }: WayProps) {
  const { t } = useTranslation('common')
  return (
    <div className="border-b border-line py-3.5 last:border-0">
      <p className="flex items-center justify-between gap-3 text-xs text-faint">
        {label}
        {value && evidence && <EvidenceMark of={label} evidence={evidence} />}
      </p>
      <div className="mt-0.5 flex min-h-9 items-center gap-3">
        {icon}
        {value && href ? (
          <>
            <a href={href} className="link min-w-0 flex-1 font-semibold break-all">
              {value}
            </a>
            <CopyButton value={value} label={label} />
          </>
        ) : (
          <span className="text-faint">{t('notPublished')}</span>
        )}
      </div>
    </div>
  )
}
