import { useTranslation } from 'react-i18next'
import { useSession, visitorOf, type Visitor } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/logo.tsx'

const PLANS_ID = 'plans'

/** Visitors log in; signed-in users go to the next step for their plan. */
const ways: Record<Visitor, { to: string; label: 'login' | 'choose' | 'dashboard' }> = {
  anonymous: { to: paths.login(), label: 'login' },
  guest: { to: `#${PLANS_ID}`, label: 'choose' },
  paid: { to: paths.app(), label: 'dashboard' },
  unknown: { to: paths.app(), label: 'dashboard' },
}

export function FinalCall() {
  const { t } = useTranslation('pricing')
  const { to, label } = ways[visitorOf(useSession())]
  return (
    <section className="page mt-18 sm:mt-24">
      <div className="flex flex-wrap items-center justify-between gap-6 border-y border-rule py-10">
        <div className="flex items-center gap-5">
          <Mark className="size-12 max-xs:hidden" />
          <div>
            <h2 className="max-w-lg text-2xl">{t('final.title')}</h2>
            <p className="mt-1.5 text-muted">{t('final.text')}</p>
          </div>
        </div>
        <LinkButton to={to} size="lg">
          {t(`final.${label}`)}
        </LinkButton>
      </div>
    </section>
  )
}
