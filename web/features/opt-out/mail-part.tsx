import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mailOptOut } from '#contracts/opt-out.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFailureText } from '#web/lib/failure-text.ts'
import { useCooldown } from '#web/lib/use-cooldown.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Steps } from './steps.tsx'

/** Reveals neither the address nor whether there is one, because anyone can ask. */
export function MailPart({ domain }: { domain: string }) {
  const { t } = useTranslation('opt-out')
  const send = useCall(mailOptOut)
  const textOf = useFailureText()
  const { seconds, start } = useCooldown(`opt-out-mail:${domain}`)
  const [failure, setFailure] = useState<unknown>(null)
  const [message, setMessage] = useState<string | null>(null)
  const ask = async () => {
    setFailure(null)
    setMessage(null)
    try {
      const answer = await send.mutateAsync({ body: { domain } })
      setMessage(answer.message)
      start()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <div className="grid gap-4">
      <Steps>
        <li>{t('methods.mail.send')}</li>
        <li>{t('methods.mail.open')}</li>
      </Steps>
      <div aria-live="polite" className="empty:hidden">
        {failure !== null && (
          <FormFailure error={failure} text={textOf(failure, { fallback: 'networkOrServer' })} />
        )}
        {message !== null && (
          <Notice tone="good" title={message}>
            <p>{t('methods.mail.sent')}</p>
          </Notice>
        )}
      </div>
      <Button size="lg" isBusy={send.isPending} disabled={seconds > 0} onClick={() => void ask()}>
        {seconds > 0 ? t('methods.mail.wait', { seconds }) : t('methods.mail.submit')}
      </Button>
      <p className="text-sm text-muted">{t('methods.mail.none')}</p>
    </div>
  )
}
