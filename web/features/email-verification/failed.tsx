import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { BackLinks } from './back-links.tsx'
import { ResendPart } from './resend-part.tsx'
import { verificationFailureOf } from './verification-outcome.ts'
import { useFailureText } from '#web/lib/failure-text.ts'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'

type Props = { error: unknown; email: string | null; onRetry: () => void }

/** The link confirmed nothing: it is too old, it is broken, or the check failed. */
export function Failed({ error, email, onRetry }: Props) {
  const { t } = useTranslation(['forms', 'errors'])
  const textOf = useFailureText()
  const failure = verificationFailureOf(error)
  return (
    <AccountFrame
      title={t(`forms:verify.${titleKeys[failure]}`)}
      isNews
      sun="low"
      after={<BackLinks withRegister />}
    >
      <div className="grid gap-5">
        {failure === 'unchecked' ? (
          <>
            <FormFailure error={error} text={textOf(error, { fallback: 'verification_link_invalid' })} />
            <Button size="lg" onClick={onRetry}>
              <RotateCw className="size-4" aria-hidden />
              {t('errors:retry')}
            </Button>
          </>
        ) : (
          <p>{t(`forms:verify.${failure}.text`)}</p>
        )}
        <ResendPart email={email} />
      </div>
    </AccountFrame>
  )
}

const titleKeys = { expired: 'expired.title', failed: 'failed.title', unchecked: 'unchecked' } as const
