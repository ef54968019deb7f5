import { useTranslation } from 'react-i18next'
import { Audiences } from './audiences.tsx'
import { Benefits } from './benefits.tsx'
import { Faq } from './faq.tsx'
import { FinalCall } from './final-call.tsx'
import { OffersData } from './offers-data.tsx'
import { PlanTable } from './plan-table.tsx'
import { Plans } from './plans.tsx'
import { ResumeChoice } from './resume-choice.tsx'
import { useBilling } from './use-billing.ts'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { useSession, visitorOf } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { BillingToggle } from '#web/ui/billing-toggle.tsx'
import { LinkButton } from '#web/ui/button.tsx'

export function PricingPage() {
  const { t } = useTranslation('pricing')
  const [billing, setBilling] = useBilling()
  return (
    <>
      <PageMeta page="pricing" />
      <OffersData />
      <div className="page pt-12 sm:pt-20">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
          <div className="max-w-2xl">
            <h1 className="text-[clamp(2.2rem,1.6rem+2.6vw,3.6rem)] leading-none tracking-[-0.035em]">
              {t('title')}
            </h1>
            <p className="mt-4 text-lg text-muted">{t('subtitle')}</p>
          </div>
          <BillingToggle value={billing} onChange={setBilling} />
        </div>
        <ResumeChoice />
        <Plans billing={billing} />
        <GuestNote />
      </div>
      <PlanTable />
      <Audiences />
      <Benefits />
      <Faq />
      <FinalCall />
    </>
  )
}

function GuestNote() {
  const { t } = useTranslation('pricing')
  if (visitorOf(useSession()) !== 'anonymous') return null
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
