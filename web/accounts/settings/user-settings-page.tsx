import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { planOf } from '#web/lib/session/session.tsx'
import { DevicesSection } from './devices-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PhotoRow } from './photo-row.tsx'
import { ProfileForm, useProfile } from './profile-form.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { Section, SettingsPage } from './settings-page.tsx'

function UserSettingsPage() {
  return (
    <SettingsPage name="user">
      {(user) => (
        <>
          {/* A different account, signed in from another tab, starts with fresh forms. */}
          <ProfileSection key={user?.id} user={user} />
          {(user === null || planOf(user) !== 'guest') && <PasswordSection user={user} />}
          {user && <SecondFactorSection user={user} />}
          {user && <DevicesSection />}
        </>
      )}
    </SettingsPage>
  )
}

export { UserSettingsPage as Component }

function ProfileSection({ user }: { user: CurrentUser | null }) {
  const { t } = useTranslation('settings')
  const profile = useProfile(user)
  return (
    <Section title={t('profile.title')} text={t('profile.text')}>
      <PhotoRow user={user} pictureUrl={profile?.pictureUrl ?? null} />
      <hr className="my-6 border-line" />
      <ProfileForm profile={profile} />
    </Section>
  )
}
