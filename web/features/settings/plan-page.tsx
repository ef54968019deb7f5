import { useTranslation } from 'react-i18next'
import type { SessionUser } from '#web/lib/session-user.ts'
import { planOf } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from './section.tsx'
import { SettingsPage } from './settings-page.tsx'

export function PlanPage() {
  return <SettingsPage name="plan">{(user) => <CurrentPlan user={user} />}</SettingsPage>
}

/** Which plan the account has. Paying and changing come with the checkout; until then nothing here pretends to do it. */
function CurrentPlan({ user }: { user: SessionUser | null }) {
  const { t } = useTranslation(['settings', 'navigation'])
  const plan = user && planOf(user)
  return (
    <Section title={t('settings:plan.title')}>
      {plan ? (
        <>
          <Badge tone={plan === 'guest' ? 'plain' : 'sun'} className="text-sm">
            {t(`navigation:plan.${plan}`)}
          </Badge>
          <p className="mt-3">{t(`settings:plan.${plan}`)}</p>
        </>
      ) : (
        <>
          <p className="font-semibold">{t('settings:plan.none')}</p>
          <p className="mt-1">{t('settings:plan.noneText')}</p>
        </>
      )}
      <p className="mt-3 text-sm text-muted">{t('settings:plan.later')}</p>
      <LinkButton to={paths.pricing()} variant="secondary" className="mt-5">
        {t('settings:plan.compare')}
      </LinkButton>
    </Section>
  )
}
