import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contracts/account/auth.ts'
import { exportAccount } from '#contracts/account/users.ts'
import { useReauthentication } from '#web/accounts/identity/confirm-identity.tsx'
import { useCall } from '#web/api/use-call.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { useFailureToast } from './action-feedback.ts'
import { BANNER_ID, Section } from './settings-page.tsx'

/** Exports everything that we store about the account, as a file. */
export function DataSection({ user }: { user: CurrentUser | null }) {
  const { t } = useTranslation('settings')
  const fail = useFailureToast()
  const call = useCall(exportAccount)
  const reauthentication = useReauthentication({ hasPassword: user?.hasPassword ?? true })
  const download = async () => {
    try {
      const outcome = await reauthentication.run(() => call.mutateAsync({}))
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
      {reauthentication.dialog}
    </Section>
  )
}

/** Offers a value to the browser as a file download. */
function downloadJson(fileName: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Delayed, because some browsers start to read only after the click has ended.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
