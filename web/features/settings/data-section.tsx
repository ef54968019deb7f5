import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contracts/auth.ts'
import { exportAccount } from '#contracts/users.ts'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { useIdentityProof } from '#web/ui/confirm-identity.tsx'
import { notify } from '#web/ui/toast-store.ts'
import { downloadJson } from './download-json.ts'
import { Section } from './section.tsx'
import { BANNER_ID } from './settings-page.tsx'
import { useFailureToast } from './use-failure-toast.ts'

/** Exports everything that we store about the account, as a file. */
export function DataSection({ user }: { user: CurrentUser | null }) {
  const { t } = useTranslation('settings')
  const fail = useFailureToast()
  const call = useCall(exportAccount)
  const proof = useIdentityProof({ hasPassword: user?.hasPassword ?? true })
  const download = async () => {
    try {
      const outcome = await proof.run(() => call.mutateAsync({}))
      if (outcome.kind === 'cancelled') return
      const { exportedAt } = outcome.value
      downloadJson(`storedawn-account-${exportedAt.slice(0, 10)}.json`, outcome.value)
      notify({ kind: 'success', subject: 'download', title: t('data.downloaded') })
    } catch (error) {
      fail('download', error)
    }
  }
  return (
    <Section title={t('data.title')} text={t('data.text')}>
      <Button
        variant="secondary"
        disabled={!user}
        isBusy={call.isPending}
        aria-describedby={user ? undefined : BANNER_ID}
        onClick={() => void download()}
      >
        {!call.isPending && <Download className="size-4.5" aria-hidden />}
        {t(call.isPending ? 'data.preparing' : 'data.download')}
      </Button>
      {proof.dialog}
    </Section>
  )
}
