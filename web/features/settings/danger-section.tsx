import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contracts/auth.ts'
import { Button } from '#web/ui/button.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { Section } from './section.tsx'
import { BANNER_ID } from './settings-page.tsx'

export function DangerSection({ user }: { user: CurrentUser | null }) {
  const { t } = useTranslation('settings')
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title={t('danger.title')} text={t('danger.text')} isDangerous>
      <Button
        variant="danger"
        disabled={!user}
        aria-describedby={user ? undefined : BANNER_ID}
        onClick={() => setAsking(true)}
      >
        {t('danger.delete')}
      </Button>
      {isAsking && user && <DeleteAccountDialog user={user} onCancel={() => setAsking(false)} />}
    </Section>
  )
}
