import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BillingToggle, type Billing } from './billing-toggle.tsx'
import { PlanAction } from './plan-action.tsx'
import { PlanCard } from './plan-card.tsx'
import { planNames } from './price-list.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { useSession } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'

export function PricingPage() {
  const { t } = useTranslation('pricing')
  const [billing, setBilling] = useState<Billing>('monthly')
  return (
    <div className="page py-12 sm:py-20">
      <PageMeta page="pricing" />
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <div className="max-w-2xl">
          <h1 className="text-[clamp(2.2rem,1.6rem+2.6vw,3.6rem)] leading-none tracking-[-0.035em]">
            {t('title')}
          </h1>
          <p className="mt-4 text-lg text-muted">{t('subtitle')}</p>
        </div>
        <BillingToggle value={billing} onChange={setBilling} />
      </div>
      <div className="mt-10 grid gap-5 lg:grid-cols-3">
        {planNames.map((plan) => (
          <PlanCard key={plan} plan={plan} billing={billing} action={<PlanAction plan={plan} />} />
        ))}
      </div>
      <GuestNote />
    </div>
  )
}

function GuestNote() {
  const { t } = useTranslation('pricing')
  const session = useSession()
  if (session.status === 'signed-in') return null
  return (
    <section className="mt-14 flex flex-wrap items-center justify-between gap-6 border-y border-rule py-8">
      <div>
        <h2 className="text-xl">{t('guest.title')}</h2>
        <p className="mt-1.5 max-w-xl text-muted">{t('guest.text')}</p>
      </div>
      <LinkButton to={paths.register()} variant="secondary">
        {t('guest.action')}
      </LinkButton>
    </section>
  )
}
